import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { LoadingLine } from '../../ui/loading.tsx';
import type { PanePart } from '../../image-page/parts.ts';
import { modalityColour, shortModality } from '../../study/store/modality.ts';
import { useStudy } from '../../study/react/use-study.ts';
import type { Player } from '../../viewer/clip/player.ts';
import { keptOf } from '../../viewer/clip/kept-settings.ts';
import type { ComparePlayer } from '../../viewer/compare/compare-player.ts';
import type { CompareStage } from '../../viewer/compare/compare-stage.ts';
import { failureText } from '../../viewer/facts/messages.ts';
import { useOfClip } from '../../viewer/react/use-of-clip.ts';
import layout from '../../ui/layout.module.css';
import classes from './compare.module.css';
import { messages } from './messages.ts';

/** One of the images side by side: what it is and which frame is shown, above its picture. */
export function Pane({
  pane: { file, number, image, player },
  index,
  stage,
  compare,
  problem,
  onShow,
}: {
  pane: PanePart;
  index: number;
  stage: CompareStage;
  compare: ComparePlayer;
  problem: string | null;
  onShow: () => void;
}) {
  const { study } = useStudy();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => (canvas.current ? stage.add(canvas.current, player, keptOf(file.instance_id).tone) : undefined), [stage, player, file]);
  const { failure } = useSnapshot(player.state);
  const isEmpty = useOfClip(player.state, ({ decoded }) => decoded === 0);
  const name = image?.type ?? messages.pane.notLabelled;
  return (
    <article className={classes.pane} aria-label={messages.pane.label(number, name)} data-testid="pane" onDoubleClick={onShow}>
      <header>
        {image?.modality && study && (
          <b style={{ color: modalityColour(image.modality, study.project) }}>{shortModality(image.modality)}</b>
        )}
        <span className={`${layout.cutName} ${classes.name}`} title={image?.view ? `${name}, ${image.view}` : name}>
          {name} {image?.view && <small>{image.view}</small>}
        </span>
        <PaneFrame compare={compare} index={index} player={player} />
      </header>
      <div className={`${layout.pictureStage} ${layout.layers} ${layout.overPicture}`}>
        <canvas ref={canvas} role="img" aria-label={messages.pane.picture(number)} />
        {(problem ?? failure) !== null && (
          <p role="alert">{problem === null ? failure && failureText(failure) : messages.pane.cannotDraw(problem)}</p>
        )}
        {problem === null && failure === null && isEmpty && <LoadingLine text={messages.pane.loading} />}
      </div>
    </article>
  );
}

/** Frame and time of a clip, as of the last publication of the clock. */
function PaneFrame({ compare, index, player }: { compare: ComparePlayer; index: number; player: Player }) {
  const { frames } = useSnapshot(compare.state);
  const { frames: total, metadata } = useSnapshot(player.state);
  if (total < 2) return <span className={classes.frame}>{messages.pane.still}</span>;
  const frame = frames[index] ?? 0;
  const ms = metadata?.frame_times_ms?.[frame];
  return (
    <span className={classes.frame}>
      <b data-testid="pane-frame">{frame + 1}</b> / {total}
      {ms !== undefined && <small>{Math.round(ms)} ms</small>}
    </span>
  );
}
