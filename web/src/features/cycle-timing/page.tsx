import { IconActivityHeartbeat, IconWaveSine } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import { canBeTimed } from '@echometry/contract/rules/cycle-timing.ts';
import { ImagePage } from '../../image-page/image-page.tsx';
import { panel, setPanel, togglePanel } from '../../image-page/panel-place.ts';
import type { PageContext, PageParts } from '../../image-page/parts.ts';
import { stepHistory } from '../../image-page/step-history.ts';
import { TimeZoom, zoomTime } from '../../image-page/time-zoom.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ToolButton } from '../../viewer/player/tool-button.tsx';
import { CineMarks } from './cine-marks.tsx';
import { CursorWords } from './cursor-words.tsx';
import { CyclesPanel } from './cycles-panel.tsx';
import { hintsOf } from './hints.ts';
import { KeepCycles } from './keep-cycles.tsx';
import { loopCycle } from './loop-cycle.ts';
import { NoImages } from './no-images.tsx';
import { StateChips } from './state-chips.tsx';
import { LineOnPage } from './line-on-page.ts';
import { MModeStrip } from './m-mode-strip.tsx';
import { Timing } from './timing.ts';
import { messages } from './messages.ts';

const CYCLES = 'cycles';

const isClip = ({ image }: PageContext): boolean => image?.modality === '2D';

/** The parts of the page around one tool. */
function partsOf(timing: Timing, line: LineOnPage): PageParts {
  return {
    page: 'cycletiming',
    mode: ({ study }) => (study.readOnly ? messages.readOnlyMode : messages.modes[timing.status]),
    lists: (file, image, { project }) => canBeTimed(image, file.number_of_frames, project),
    labelsStay: true,
    none: (context) => <NoImages context={context} />,
    narrow: true,
    state: (context) => (
      <>
        {context.study.readOnly && <Chip>{messages.readOnly}</Chip>}
        <StateChips timing={timing} context={context} />
        <KeepCycles timing={timing} context={context} />
      </>
    ),
    over: (context) => (isClip(context) ? null : <CursorWords timing={timing} context={context} />),
    timeline: (context) => (isClip(context) ? <CineMarks timing={timing} context={context} /> : null),
    controls: (context) => (
      <>
        <LineButton line={line} context={context} />
        {!isClip(context) && (
          <TimeZoom shrink="cycle-timing.shrink" stretch="cycle-timing.stretch" onZoom={(steps) => zoom(timing, steps)} />
        )}
        <PanelButton />
      </>
    ),
    panel: [{ id: CYCLES, label: messages.panel.title, render: (context) => <CyclesPanel timing={timing} context={context} /> }],
    below: (context) => <MModeStrip line={line} context={context} />,
    tools: [line.part, timing.part],
    hints: (context) => hintsOf(timing, isClip(context)),
    keys: (context) => ({
      ...(context.study.readOnly ? {} : { 'cycle-timing.undo': () => void stepHistory(context, 'before') }),
      ...(isClip(context)
        ? { 'cycle-timing.loop-cycle': () => loopCycle(timing, context.player) }
        : { 'cycle-timing.stretch': () => zoom(timing, 1), 'cycle-timing.shrink': () => zoom(timing, -1) }),
    }),
  };
}

const zoom = (timing: Timing, steps: 1 | -1): void => zoomTime(timing.stage, timing.state.cursor, steps);

/** Adds the line of the anatomical M-Mode to a clip, and removes it. */
function LineButton({ line, context }: { line: LineOnPage; context: PageContext }) {
  const offered = useSyncExternalStore(context.tools.subscribe, () => line.offered);
  const on = useSyncExternalStore(context.tools.subscribe, () => line.ends !== null);
  if (!offered) return null;
  return (
    <ToolButton label={messages.mMode.title} actions={['cycle-timing.m-mode']} pressed={on} onClick={line.toggle}>
      <IconWaveSine size={18} stroke={1.6} />
    </ToolButton>
  );
}

function PanelButton() {
  const { open } = useSnapshot(panel);
  return (
    <ToolButton label={messages.panel.title} actions={[]} pressed={open === CYCLES} onClick={() => togglePanel(CYCLES)}>
      <IconActivityHeartbeat size={18} stroke={1.6} />
    </ToolButton>
  );
}

/** Marking the cardiac cycles of clips and strips. */
export function CycleTimingPage() {
  const [parts] = useState(() => partsOf(new Timing(), new LineOnPage()));
  useEffect(() => {
    setPanel({ open: CYCLES });
  }, []);
  return <ImagePage parts={parts} />;
}
