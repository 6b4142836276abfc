import { lazy, Suspense, useEffect, useState, type ReactNode, type RefObject } from 'react';
import { useSnapshot } from 'valtio';
import type { ImageCalibration } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { Bindings } from '../../lib/keys.ts';
import type { ToolStack } from '../../tools/stack.ts';
import { axesSetting } from '../axes-setting.ts';
import { keep, keptOf } from '../clip/kept-settings.ts';
import { PUBLISH_EVERY_MS, type Player } from '../clip/player.ts';
import { messages } from '../messages.ts';
import { PlayerBar } from '../player/player-bar.tsx';
import type { Stage } from '../stage.ts';
import { StageNotes } from './stage-notes.tsx';
import { StateStrip } from './state-strip.tsx';
import { PointerPlace } from './pointer-place.ts';
import { PointerReading } from './pointer-reading.tsx';
import { useScaling } from './use-reading.ts';
import { useTone } from './use-tone.ts';
import { useViewerKeys } from './use-viewer-keys.ts';
import { ViewerCanvas } from './viewer-canvas.tsx';
import layout from '../../ui/layout.module.css';
import classes from './viewer.module.css';

export interface ViewerProps {
  stage: Stage;
  player: Player;
  tools: ToolStack;
  image: {
    instanceId: string;
    frames: number;
    framesAvailable: number | null;
    modality: string | null;
    calibration: ImageCalibration | null;
  };
  home: RefObject<HTMLDivElement | null>;
  onRetry: () => void;
  onNotes: () => void;
  /** Opens the panel of the scale. */
  onCalibration?: () => void;
  /** Further keys that are live while the picture is. */
  keys: Bindings;
  /** Content of the page in the strip above the picture. */
  state?: ReactNode;
  /** Content of the page over the picture. */
  over?: ReactNode;
  /** Content of the page in the bar of the clip's frames. */
  timeline?: ReactNode;
  /** Content of the page in the bar of the player. */
  controls?: ReactNode;
}

/** Drawn on request only. */
const Axes = lazy(async () => ({ default: (await import('./axes.tsx')).Axes }));

/** One image with its player: strip above, picture, controls below. */
export function Viewer({
  stage,
  player,
  tools,
  image,
  home,
  onRetry,
  onNotes,
  onCalibration,
  keys,
  state,
  over,
  timeline,
  controls,
}: ViewerProps) {
  const snapshot = useSnapshot(player.state);
  const metadata = snapshot.metadata as ImageMetadata | null;
  const [pointer] = useState(() => new PointerPlace());
  const [problem, setProblem] = useState<string | null>(null);
  const { tone, setTone } = useTone(stage, image.instanceId);
  const scaling = useScaling(metadata, image.calibration);
  const { shown: axes } = useSnapshot(axesSetting);
  useOnStage(stage, player);
  useViewerKeys({ stage, player, isClip: snapshot.frames > 1, tone, setTone, more: keys });
  return (
    <section className={classes.viewer} aria-label={messages.picture.label}>
      <StateStrip
        player={player}
        scaling={scaling}
        modality={image.modality}
        chosen={image.calibration}
        onCalibration={onCalibration ?? null}
        readout={<PointerReading pointer={pointer} stage={stage} player={player} tools={tools} scaling={scaling} />}
        declaredFrames={image.frames}
        framesAvailable={image.framesAvailable}
        onNotes={onNotes}
      >
        {state}
      </StateStrip>
      <div className={layout.pictureStage}>
        <ViewerCanvas stage={stage} player={player} tools={tools} home={home} onCursor={pointer.moveTo} onFailure={setProblem} />
        {axes && (
          <Suspense>
            <Axes stage={stage} player={player} scaling={scaling} modality={image.modality} />
          </Suspense>
        )}
        {over}
        <StageNotes player={player} problem={problem} onRetry={onRetry} />
      </div>
      <PlayerBar player={player} stage={stage} tone={tone} onTone={setTone} timeline={timeline}>
        {controls}
      </PlayerBar>
    </section>
  );
}

/** Puts the clip on the stage as it was left, and keeps how it is left again. */
function useOnStage(stage: Stage, player: Player): void {
  useEffect(() => {
    stage.show(player, keptOf(player.image).view);
    const remember = () => {
      keep(player.image, { view: stage.view.keep() });
    };
    window.addEventListener('pagehide', remember);
    return () => {
      window.removeEventListener('pagehide', remember);
      remember();
    };
  }, [stage, player]);

  // The numbers next to a clip that plays are updated at their own pace, not in every animation frame.
  const { playing } = useSnapshot(player.state);
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      player.publish();
    }, PUBLISH_EVERY_MS);
    return () => {
      clearInterval(timer);
    };
  }, [player, playing]);
}
