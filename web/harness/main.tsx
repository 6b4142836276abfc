/** The viewer with a test tool over a clip that is made here: what a page with a tool is, without a server. */
import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import '../src/ui/tokens.css';
import { MantineProvider } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useToolKeys } from '../src/image-page/use-page-tools.ts';
import { notifyPage } from '../src/lib/picture-first.ts';
import { seat, ToolStack } from '../src/tools/stack.ts';
import { theme, variables } from '../src/ui/theme.ts';
import { Player } from '../src/viewer/clip/player.ts';
import { TestEngine, clipMetadata } from '../src/viewer/clip/test-engine.ts';
import { Viewer } from '../src/viewer/react/viewer.tsx';
import { Stage } from '../src/viewer/stage.ts';
import { sketchOf, sketchTool } from './sketch-tool.ts';

const SIZE = { width: 640, height: 480 };
const FRAMES = 10;
/** Grey of the clip: bright enough for a halo to be seen on it. */
const GREY = 170;
/** More of them in the address, for the bench. */
const points = Number(new URLSearchParams(window.location.search).get('points') ?? 6);

const test = new TestEngine(clipMetadata({ ...SIZE, number_of_frames: FRAMES }), () => new Uint8Array(SIZE.width * SIZE.height).fill(GREY));
test.prompt = true;
const player = new Player(test.engine, 2);
const stage = new Stage();
const tools = new ToolStack(notifyPage);
const context = { ...SIZE, scale: () => stage.view.screenScale };
const sketch = seat(
  sketchTool(sketchOf(points, SIZE)),
  () => context,
  () => undefined,
);

function Workbench() {
  const home = useRef<HTMLDivElement>(null);
  const [seated, setSeated] = useState(true);
  useEffect(() => (seated ? tools.add(sketch, 'tool') : undefined), [seated]);
  useToolKeys(tools);
  return (
    <main style={{ display: 'flex', height: '100%' }}>
      <Viewer
        stage={stage}
        player={player}
        tools={tools}
        image={{ instanceId: '2.25.1', frames: FRAMES, framesAvailable: FRAMES, modality: null, calibration: null }}
        home={home}
        onRetry={() => undefined}
        onNotes={() => undefined}
        keys={{}}
        controls={
          <button type="button" aria-pressed={seated} onClick={() => setSeated(!seated)}>
            Sketch
          </button>
        }
      />
    </main>
  );
}

// For the journey and the bench to look at.
Object.assign(window, { bench: () => sketch.state });
await player.open(new Uint8Array());
test.arrive(FRAMES);
test.end(FRAMES);
const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '';
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');
createRoot(root).render(
  <MantineProvider theme={theme} cssVariablesResolver={variables} forceColorScheme="dark" getStyleNonce={() => nonce}>
    <Workbench />
  </MantineProvider>,
);
