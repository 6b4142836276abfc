/** Which frames of several clips belong together: at the same time since their start, or at the same phase of a beat. */
import { frameIndexAt, type Timeline } from '../clip/clock.ts';
import { messages } from '../messages.ts';
import { lengthOfBeat, systolicShare, timeOfPhase, type Beat } from './beats.ts';

/** Axis along which clips play. */
export type By = 'time' | 'phase';

export interface StepClip {
  line: Timeline;
  /** Whole beats; none for a clip that is not timed. */
  beats: readonly Beat[];
}

const isClip = ({ line }: StepClip): boolean => line.starts.length > 1;
const beatAt = ({ beats }: StepClip, position: number): Beat | undefined => beats[Math.floor(position) % Math.max(beats.length, 1)];

/** The clip whose frames set the pace: the longest by time, the first with beats by phase; -1 where nothing moves. */
export function leaderOf(clips: readonly StepClip[], by: By): number {
  if (by === 'phase') return clips.findIndex(({ beats }) => beats.length > 0);
  const longest = Math.max(0, ...clips.filter(isClip).map(({ line }) => line.duration));
  return clips.findIndex((clip) => isClip(clip) && clip.line.duration === longest);
}

/** Length of one pass: ms by time, beats by phase. Shorter clips wait on their last frame, or repeat their beats. */
export function lengthOf(clips: readonly StepClip[], by: By): number {
  if (by === 'phase') return Math.max(0, ...clips.map(({ beats }) => beats.length));
  return clips[leaderOf(clips, by)]?.line.duration ?? 0;
}

/** How far the position goes in one ms of play: 1 by time, a share of the leader's beat by phase. */
export function paceOf(clips: readonly StepClip[], by: By, position: number): number {
  if (by === 'time') return 1;
  const leader = clips[leaderOf(clips, by)];
  const beat = leader && beatAt(leader, position);
  return beat ? 1 / lengthOfBeat(beat) : 0;
}

function timeAt(clip: StepClip, position: number, by: By, share: number): number {
  if (by === 'time') return Math.min(position, clip.line.starts.at(-1) ?? 0);
  const beat = beatAt(clip, position);
  return beat ? timeOfPhase(beat, position % 1, share) : 0;
}

/** Index of the frame that each clip shows at a position. A clip without beats keeps its first frame by phase. */
export function framesAt(clips: readonly StepClip[], position: number, by: By): number[] {
  const leader = clips[leaderOf(clips, by)];
  const beat = leader && beatAt(leader, position);
  const share = beat ? systolicShare(beat) : 0;
  return clips.map((clip) => frameIndexAt(clip.line, timeAt(clip, position, by, share)));
}

/** Position of the leader's frame that lies `frames` further on; it goes round at the ends. */
export function stepped(clips: readonly StepClip[], position: number, by: By, frames: number): number {
  const at = leaderOf(clips, by);
  const leader = clips[at];
  if (!leader) return position;
  const { starts } = leader.line;
  const shown = framesAt(clips, position, by)[at] ?? 0;
  if (by === 'time') return starts[(((shown + frames) % starts.length) + starts.length) % starts.length] ?? 0;
  const positions = leader.beats.flatMap((beat, index) =>
    [...starts].flatMap((start) => (start >= beat.start && start < beat.end ? [index + (start - beat.start) / lengthOfBeat(beat)] : [])),
  );
  const own = position % Math.max(leader.beats.length, 1);
  const now = positions.findLastIndex((one) => one <= own + TOLERANCE);
  return positions[(((now + frames) % positions.length) + positions.length) % positions.length] ?? 0;
}

/** Positions nearer to each other than this are the same: they were divided and multiplied again. */
const TOLERANCE = 1e-9;

/** Why clips cannot be played by phase; null when they can. `names` are what the images are called. */
export function whyNotByPhase(clips: readonly StepClip[], names: readonly string[]): string | null {
  const moving = clips.filter(isClip);
  if (moving.length < 2) return messages.compare.twoClips;
  const open = clips.flatMap((clip, index) => (isClip(clip) && clip.beats.length === 0 ? [names[index] ?? ''] : []));
  return open.length === 0 ? null : messages.compare.noBeat(open);
}
