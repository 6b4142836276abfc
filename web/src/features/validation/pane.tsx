import { Switch } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReviewIssue } from '@echometry/contract/records/review-issue.ts';
import { openIssues } from '@echometry/contract/rules/review-issues.ts';
import { useKeys } from '../../lib/keys.ts';
import { useMeasuring } from '../../image-page/use-measuring.ts';
import { modalityColour, shortModality } from '../../study/store/modality.ts';
import type { OpenStudy } from '../../study/store/open-study.ts';
import { NO_CLIP_STATE, type Player } from '../../viewer/clip/player.ts';
import type { CompareStage } from '../../viewer/compare/compare-stage.ts';
import { useOfClip } from '../../viewer/react/use-of-clip.ts';
import { Chip } from '../../ui/chip.tsx';
import { firstShown, framesOf, isStrip } from '../../image-page/drawn.ts';
import type { Goal } from './goal.ts';
import { toggleValidated } from './gestures.ts';
import { FrameDistanceRows } from './frame-distances.tsx';
import { messages } from './messages.ts';
import { PaneValues } from './pane-values.tsx';
import { Picture, type Sides } from './picture.tsx';
import { Toolbox, type ImageTool } from './toolbox.tsx';
import type { Reviewed } from './validated-page.ts';
import layout from '../../ui/layout.module.css';
import classes from './validation.module.css';

interface PaneProps {
  study: OpenStudy;
  reviewed: Reviewed;
  /** Place on the page, from 1: its key. */
  number: number;
  current: boolean;
  /** Keys of the page are about this image. */
  keyed: boolean;
  player: Player | null;
  stage: CompareStage;
  sides: Sides;
  geometry: boolean;
  problem: string | null;
  comments: number;
  onCurrent: () => void;
  onTool: (tool: ImageTool, instanceId: string) => void;
  issues: readonly ReviewIssue[];
  /** The change or issue that was chosen, where it is about this image. */
  goal: Goal | null;
  /** Raises an issue; on a clip about the frame that is shown, from 1. */
  onIssue: (frame: number | null) => void;
}

/** The frame and the part that are shown: the goal's, until another frame or the whole picture is chosen. */
function useShown(frames: ReturnType<typeof framesOf>, goal: Goal | null) {
  const [own, setOwn] = useState<{ after: Goal | null; frame: number | null; whole: boolean }>({ after: null, frame: null, whole: false });
  const { frame, whole } = own.after === goal ? own : { frame: null, whole: false };
  return {
    frame: frame ?? goal?.frame ?? frames[firstShown(frames)]?.frame ?? 1,
    box: whole ? null : (goal?.box ?? null),
    seek: (next: number) => setOwn({ after: goal, frame: next, whole }),
    fit: () => setOwn({ after: goal, frame, whole: true }),
  };
}

/** Whether the clip plays; null where nothing can. */
const isPlaying = (player: Player | null): boolean | null =>
  player === null || player.state.frames < 2 || player.isVolume ? null : player.state.playing;

/** The same for what is shown of it. Pausing stays on the frame that was reached. */
function usePlaying(player: Player | null, seek: (frame: number) => void): boolean | null {
  const playing = useOfClip(player?.state ?? NO_CLIP_STATE, () => isPlaying(player));
  const before = useRef(false);
  const onPause = useEffectEvent(() => player && seek(player.state.wantedIndex + 1));
  useEffect(() => {
    if (before.current && !playing) onPause();
    before.current = playing === true;
  }, [playing]);
  return playing;
}

/** Measures with the facts of the clip, whose pane is not rendered again for them. */
function Measured({ player }: { player: Player | null }): null {
  useMeasuring(player);
  return null;
}

/** One image of the review: what it is and what changed, its picture with both sides, its tools. */
export function Pane({
  study,
  reviewed,
  number,
  current,
  keyed,
  player,
  comments,
  issues,
  goal,
  onCurrent,
  onTool,
  onIssue,
  ...picture
}: PaneProps) {
  const { image, original } = reviewed;
  const frames = framesOf(image);
  const { frame, box, seek, fit } = useShown(frames, goal);
  /** Raises an issue about the frame that is seen. */
  const raise = () => {
    const playing = isPlaying(player);
    const seen = playing === true && player !== null ? player.state.wantedIndex + 1 : frame;
    const isStill = playing === null && frames.length === 0;
    onIssue(isStrip(image) || isStill ? null : seen);
  };
  useKeys(keyed && !study.readOnly ? { 'validation.issue': raise } : {});
  return (
    <article
      className={classes.pane}
      data-current={current}
      data-validated={image.validated}
      aria-label={messages.pane.label(number, image.type ?? messages.notLabelled)}
      data-testid="review-pane"
      onPointerDown={onCurrent}
      onFocus={onCurrent}
      onContextMenu={(event) => {
        event.preventDefault();
        if (!study.readOnly) raise();
      }}
    >
      <Measured player={player} />
      <Head study={study} reviewed={reviewed} number={number} open={openIssues(issues)} />
      <div className={layout.columns}>
        <div className={classes.seen}>
          {player ? (
            <Picture
              {...picture}
              player={player}
              image={image}
              original={original}
              types={study.config.imageTypes}
              frame={frame}
              box={box}
              line={goal?.line ?? null}
              issues={issues}
            />
          ) : (
            <div className={`${layout.layers} ${layout.overPicture} ${classes.picture}`} />
          )}
          {box !== null && (
            <button type="button" className={classes.fit} onClick={fit}>
              {messages.pane.wholePicture}
            </button>
          )}
          <Frames frames={frames} frame={frame} player={player} onSeek={seek} />
          <FrameDistanceRows image={image} original={original} types={study.config.imageTypes} frame={frame} onSeek={seek} />
          <PaneValues image={image} original={original} />
        </div>
        <Toolbox study={study} reviewed={reviewed} comments={comments} onTool={onTool} />
      </div>
    </article>
  );
}

interface HeadProps extends Pick<PaneProps, 'study' | 'reviewed' | 'number'> {
  /** Issues that are not settled. */
  open: number;
}

const Head = memo(function Head({ study, reviewed: { image, changes }, number, open }: HeadProps) {
  return (
    <header>
      {image.modality && <b style={{ color: modalityColour(image.modality, study.project) }}>{shortModality(image.modality)}</b>}
      <span className={`${layout.cutName} ${classes.name}`} title={image.view ? `${image.type}, ${image.view}` : (image.type ?? undefined)}>
        {image.type ?? messages.notLabelled} <small>{image.view}</small>
      </span>
      {changes.length > 0 ? (
        <Chip tone="accent">{messages.pane.changes(changes.length)}</Chip>
      ) : (
        <small className={classes.same}>{messages.pane.unchanged}</small>
      )}
      <IssueChip open={open} />
      <Switch
        size="sm"
        checked={image.validated}
        disabled={study.readOnly}
        label={image.validated ? messages.pane.validated : messages.pane.validate}
        labelPosition="left"
        onChange={() => toggleValidated([image.instance_id])}
      />
      <kbd>{number}</kbd>
    </header>
  );
});

interface FramesProps {
  frames: ReturnType<typeof framesOf>;
  frame: number;
  player: Player | null;
  onSeek: (frame: number) => void;
}

/** Playing, and the frames that are marked. */
function Frames({ frames, frame, player, onSeek }: FramesProps) {
  const playing = usePlaying(player, onSeek);
  if (frames.length < 2 && playing === null) return null;
  return (
    <div className={classes.frames} role="group" aria-label={messages.pane.frames}>
      {playing !== null && (
        <button
          type="button"
          aria-pressed={playing}
          aria-label={playing ? messages.pane.pause : messages.pane.play}
          onClick={() => player?.toggle()}
        >
          {playing ? <IconPlayerPause size={16} stroke={1.6} /> : <IconPlayerPlay size={16} stroke={1.6} />}
        </button>
      )}
      {frames.length > 1 &&
        frames.map(({ label, frame: marked }) => (
          <button key={label} type="button" aria-pressed={marked === frame && playing !== true} onClick={() => onSeek(marked)}>
            {label}
          </button>
        ))}
    </div>
  );
}

const IssueChip = ({ open }: { open: number }) => (open === 0 ? null : <Chip tone="warn">{messages.pane.issues(open)}</Chip>);
