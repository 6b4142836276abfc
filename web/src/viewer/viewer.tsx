import { Loader } from '@mantine/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { proxy, useSnapshot } from 'valtio';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { alertUser } from '../lib/alerts.ts';
import { megabytes } from '../lib/format.ts';
import { useKeys, type Bindings } from '../lib/keys.ts';
import { Chip } from '../ui/chip.tsx';
import { calibrationChip, geometryReady, scaleOf } from './calibration.ts';
import type { ImageScale } from '@echometry/bindings/geometry.ts';
import { colourOf } from './colour-choice.ts';
import { theEngine } from './engine.ts';
import { openStudyId } from './study-memory.ts';
import { failureText } from './failure-text.ts';
import { budgetBytes } from './memory.ts';
import { MetadataPanel } from './metadata-panel.tsx';
import { outline } from './outline.ts';
import { PlayerBar } from './player-bar.tsx';
import { Player, SPEEDS, TELL_EVERY_MS } from './player.ts';
import { Readout } from './readout.tsx';
import { sampleAt } from './sample.ts';
import { syntaxName } from './syntax-names.ts';
import { BRIGHTNESS_STEP, CONTRAST_STEP, MAX_CONTRAST, NEUTRAL, type ToneSetting } from './tone.ts';
import { ViewerCanvas, type CanvasHandle } from './viewer-canvas.tsx';
import type { Point } from './view-transform.ts';
import classes from './viewer.module.css';

/** What a person reads who asks for metadata that are not there (image analysis 8). */
const NOT_LOADED = 'Image not loaded yet. Please close and open again.';
const PAN_PX = 40;
const ZOOM_STEP = 1.25;
/** Colour of the outline of the region under the cursor: the accent, quiet. */
const OUTLINE: [number, number, number, number] = [0.455, 0.714, 0.949, 0.55];

/** The panel stays as it was left when another image is chosen. */
const metadataPanel = proxy({ open: false });

export type ViewerSource = { state: 'loading' } | { state: 'ready'; from: URL | Blob } | { state: 'failed'; reason: string };

/** One image with its player: strip above, picture, controls below, metadata at the right when asked for. */
export function Viewer({ source, expectedFrames, modality }: { source: ViewerSource; expectedFrames: number; modality: string | null }) {
  const engine = theEngine();
  const [player, setPlayer] = useState<Player | null>(null);
  const from = source.state === 'ready' ? source.from : null;

  useEffect(() => {
    if (from === null) return;
    const opened = new Player(engine, engine.workers, { budget: budgetBytes(), study: openStudyId(), colourOf });
    setPlayer(opened);
    void opened.open(from, { play: false });
    return () => {
      opened.close();
      setPlayer(null);
    };
  }, [engine, from]);

  if (source.state === 'failed') return <div className={classes.viewer}><Problem title="The file could not be found" text={`${source.reason} Load the page again; if it stays, ask who imports the studies.`} /></div>;
  if (!player) return <div className={classes.viewer}><Waiting text={`Opening ${expectedFrames > 1 ? `${expectedFrames} frames` : 'the image'}`} /></div>;
  return <OpenViewer player={player} modality={modality} />;
}

function OpenViewer({ player, modality }: { player: Player; modality: string | null }) {
  const state = useSnapshot(player.state);
  const metadata = state.metadata as ImageMetadata | null;
  const [tone, setTone] = useState<ToneSetting>(NEUTRAL);
  const [cursor, setCursor] = useState<Point | null>(null);
  const [scale, setScale] = useState(1);
  const { open: infoOpen } = useSnapshot(metadataPanel);
  const setInfoOpen = (open: boolean) => { metadataPanel.open = open; };
  const [canvas, setCanvas] = useState<CanvasHandle | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [scaling, setScaling] = useState<ImageScale | null>(null);

  const aspect = metadata?.pixel_aspect_ratio ? metadata.pixel_aspect_ratio[0] / metadata.pixel_aspect_ratio[1] : 1;
  const inImage = cursor !== null && metadata !== null && cursor.x >= -0.5 && cursor.y >= -0.5 && cursor.x < metadata.width - 0.5 && cursor.y < metadata.height - 0.5;

  useEffect(() => {
    if (!metadata) return;
    let made: ImageScale | null = null;
    let here = true;
    geometryReady().then(() => {
      if (!here) return;
      made = scaleOf(metadata);
      setScaling(made);
    }).catch((error: unknown) => { console.error('The readout is not available.', error); });
    return () => {
      here = false;
      setScaling(null);
      made?.free();
    };
  }, [metadata]);

  // Synchronous: the reading belongs to the very cursor position it is shown with.
  const shown = inImage ? player.frame() : null;
  const sample = shown && metadata && cursor ? sampleAt(shown, metadata, cursor) : null;
  const reading = scaling && cursor && inImage ? scaling.at(cursor.x, cursor.y) : null;
  const region = reading?.region?.region_index == null ? null : (metadata?.doppler_regions[reading.region.region_index] ?? null);
  const overlay = useMemo(() => {
    if (!region) return null;
    const { region_location_min_x0: x0, region_location_min_y0: y0, region_location_max_x1: x1, region_location_max_y1: y1 } = region;
    if (x0 === null || y0 === null || x1 === null || y1 === null) return null;
    return outline({ x: x0 - 0.5, y: y0 - 0.5 }, { x: x1 + 0.5, y: y1 + 0.5 }, 1, OUTLINE);
  }, [region]);

  // The words beside a clip that plays follow in their own time, not in the animation frame's.
  useEffect(() => {
    if (!state.playing) return;
    const timer = setInterval(() => { player.tell(); }, TELL_EVERY_MS);
    return () => { clearInterval(timer); };
  }, [player, state.playing]);

  const toggleInfo = () => {
    if (metadata) setInfoOpen(!metadataPanel.open);
    else alertUser(NOT_LOADED);
  };
  const changeTone = (brightness: number, factor: number) => {
    setTone((before) => ({
      brightness: Math.min(Math.max(before.brightness + brightness, -0.8), 0.8),
      contrast: Math.min(Math.max(before.contrast * factor, 1 / MAX_CONTRAST), MAX_CONTRAST),
    }));
  };
  const changeSpeed = (by: number) => {
    const at = SPEEDS.findIndex((speed) => speed === player.state.speed);
    const next = SPEEDS[Math.min(Math.max(at + by, 0), SPEEDS.length - 1)];
    if (next !== undefined) player.setSpeed(next);
  };

  const clip: Bindings = {
    'viewer.play': () => { player.toggle(); },
    'viewer.next-frame': () => { player.step(1); },
    'viewer.previous-frame': () => { player.step(-1); },
    'viewer.ten-on': () => { player.step(10); },
    'viewer.ten-back': () => { player.step(-10); },
    'viewer.first-frame': () => { player.seek(0); },
    'viewer.last-frame': () => { player.seek(player.state.frames - 1); },
    'viewer.loop': () => { player.setLoop(!player.state.loop); },
    'viewer.slower': () => { changeSpeed(-1); },
    'viewer.faster': () => { changeSpeed(1); },
  };
  useKeys({
    // A still image has nothing to play: these keys are free there, and not shown.
    ...(state.frames > 1 ? clip : {}),
    'viewer.brighter': () => { changeTone(BRIGHTNESS_STEP, 1); },
    'viewer.darker': () => { changeTone(-BRIGHTNESS_STEP, 1); },
    'viewer.more-contrast': () => { changeTone(0, CONTRAST_STEP); },
    'viewer.less-contrast': () => { changeTone(0, 1 / CONTRAST_STEP); },
    'viewer.zoom-in': () => { canvas?.zoomBy(ZOOM_STEP); },
    'viewer.zoom-out': () => { canvas?.zoomBy(1 / ZOOM_STEP); },
    'viewer.fit': () => { canvas?.fit(); },
    'viewer.one-to-one': () => { canvas?.zoomTo(1); },
    'viewer.up': () => { canvas?.panBy(0, PAN_PX); },
    'viewer.down': () => { canvas?.panBy(0, -PAN_PX); },
    'viewer.left': () => { canvas?.panBy(PAN_PX, 0); },
    'viewer.right': () => { canvas?.panBy(-PAN_PX, 0); },
    'viewer.metadata': toggleInfo,
  });

  const onView = useCallback((view: { scale: number }) => { setScale(view.scale); }, []);
  const chip = metadata ? calibrationChip(metadata, scaling, modality) : null;
  const failure = state.failure ?? (state.frames > 0 ? state.frameFailure : null);

  return (
    <div className={classes.viewer}>
      <div className={classes.main}>
        <div className={classes.strip}>
          {chip && <Chip tone={chip.tone} dot title={chip.detail}>{chip.text}</Chip>}
          {state.partial && <Chip tone="warn" dot title="The file ends within this frame; what is there is shown.">frame incomplete</Chip>}
          {metadata && metadata.warnings.length > 0 && <button type="button" className={classes.warnings} onClick={() => { setInfoOpen(true); }}>{metadata.warnings.length} {metadata.warnings.length === 1 ? 'note' : 'notes'} on this file</button>}
          <Readout cursor={inImage ? cursor : null} sample={sample} reading={reading} />
          {metadata && <span className={classes.format}>{metadata.width} × {metadata.height} · {syntaxName(metadata.transfer_syntax_uid)}</span>}
        </div>
        <div className={classes.stage}>
          <ViewerCanvas player={player} aspect={aspect} tone={tone} overlay={overlay} onCursor={setCursor} onView={onView} onHandle={setCanvas} onFailure={setProblem} />
          {problem && <Problem title="No picture" text={problem} />}
          {!problem && failure && <Problem title={state.failure ? 'The file could not be read' : `Frame ${state.wantedIndex + 1} could not be shown`} text={failureText(failure)} />}
          {!problem && !failure && state.decoded === 0 && <Waiting text={state.bytesTotal ? `${megabytes(state.bytesLoaded)} of ${megabytes(state.bytesTotal)}` : 'Loading'} />}
        </div>
        <PlayerBar player={player} tone={tone} onTone={setTone} scale={scale} canvas={canvas} infoOpen={infoOpen} onInfo={toggleInfo} />
      </div>
      {infoOpen && metadata && <MetadataPanel metadata={metadata} onClose={() => { setInfoOpen(false); }} />}
    </div>
  );
}

function Waiting({ text }: { text: string }) {
  return <div className={classes.over} role="status"><Loader size={24} color="accent" /><span>{text}</span></div>;
}

function Problem({ title, text }: { title: string; text: string }) {
  return <div className={classes.over} role="alert"><strong>{title}</strong><span>{text}</span></div>;
}
