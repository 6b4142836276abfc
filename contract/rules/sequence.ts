/** Lines on every frame of a cycle: its frames, the drawn lines that hold them, and when they count no more. */
import type { AnalysisImage, CycleSequence, DenseFrame, DenseLine, Line, LinePoint, SequenceLines } from '../generated/analysis-image.ts';
import type { CurvesRequest, CycleCurve } from '../generated/cycle-curves.ts';
import { MAX_SEQUENCE_FRAMES, MAX_SEQUENCE_LINES, MAX_SEQUENCE_POINTS, SEQUENCE_FORMAT } from '../records/sequence.ts';
import { linesIn } from './cardiac-events.ts';
import { contentOf } from './content.ts';

type Timed = Pick<AnalysisImage, 'cardiac_events' | 'segmentation'>;

/** Frames of a cycle, from 1. */
export interface CycleFrames {
  /** End diastole. */
  from: number;
  /** End diastole of the next cycle; without one the last frame of the clip. */
  to: number;
  /** The next end diastole is marked. */
  closed: boolean;
}

const frameAt = (mark: unknown): number | null => (typeof mark === 'number' ? mark : null);

/** Null where end diastole is not marked, or is the last frame. */
export function framesOfCycle(
  { cardiac_events }: Pick<AnalysisImage, 'cardiac_events'>,
  cycle: number,
  frames: number,
): CycleFrames | null {
  const from = frameAt(cardiac_events[cycle]?.end_diastole);
  if (from === null || from >= frames) return null;
  const later = cardiac_events.flatMap(({ end_diastole }) => frameAt(end_diastole) ?? []).filter((frame) => frame > from);
  return later.length > 0 ? { from, to: Math.min(...later), closed: true } : { from, to: frames, closed: false };
}

/** Where a line of a cycle was drawn. */
export type AnchorKind = 'end_diastole' | 'end_systole' | 'next_end_diastole' | 'corrected';

/** A line that was drawn, or accepted, on a frame of a cycle: lines on every frame pass through it. */
export interface Anchor {
  kind: AnchorKind;
  frame_number: number;
  line: Line;
}

/** Finished lines of an event, if they are on the frame that is marked now. */
const drawnAt = (lines: readonly Line[], frame: number | null, kind: AnchorKind): Anchor[] =>
  frame === null
    ? []
    : lines.flatMap((line) => (line.finished && line.frame_number === frame ? [{ kind, frame_number: frame, line }] : []));

/** All anchors of a cycle: by line in their order, then by frame. On one frame a line of an event comes before a corrected one. */
export function anchorsOf(image: Timed, cycle: number, { from, to, closed }: CycleFrames): Anchor[] {
  const { cardiac_events, segmentation } = image;
  const own = segmentation[cycle];
  const next = closed ? cardiac_events.findIndex(({ end_diastole }) => end_diastole === to) : -1;
  const found = [
    ...drawnAt(linesIn(own, 'end_diastole'), from, 'end_diastole'),
    ...drawnAt(linesIn(own, 'end_systole'), frameAt(cardiac_events[cycle]?.end_systole), 'end_systole'),
    ...drawnAt(linesIn(segmentation[next], 'end_diastole'), to, 'next_end_diastole'),
    ...(own?.corrected ?? []).flatMap((line): Anchor[] =>
      line.frame_number === null ? [] : [{ kind: 'corrected', frame_number: line.frame_number, line }],
    ),
  ].filter(({ frame_number }) => frame_number >= from && frame_number <= to);
  const names = [...new Set(found.map(({ line }) => line.name))];
  return names.flatMap((name) => {
    const of = found.filter(({ line }) => line.name === name);
    const first = of.filter((one, at) => of.findIndex(({ frame_number }) => frame_number === one.frame_number) === at);
    return first.toSorted((a, b) => a.frame_number - b.frame_number);
  });
}

/** Anchors as a sequence keeps them. */
export const keptAnchors = (anchors: readonly Anchor[]): CycleSequence['anchors'] =>
  anchors.map(({ frame_number, line }) => ({
    name: line.name,
    frame_number,
    points: line.points.map(({ x, y }): [number, number] => [x, y]),
  }));

/** Whether marks or drawn lines changed since the lines on every frame were followed. */
export function isOutdated(image: Timed, cycle: number, sequence: CycleSequence, frames: number): boolean {
  const now = framesOfCycle(image, cycle, frames);
  if (now?.from !== sequence.from_frame || now.to !== sequence.to_frame) return true;
  return contentOf(keptAnchors(anchorsOf(image, cycle, now))) !== contentOf(sequence.anchors);
}

/** Decisions of users about the lines of a cycle, as a request for its curves has them. */
export const decisionsOf = (sequence: CycleSequence): Required<Pick<CurvesRequest, 'end_systole' | 'confirmed'>> => ({
  // The schema also takes null.
  end_systole: sequence.end_systole ?? 'mark',
  confirmed: sequence.confirmed ?? [],
});

/**
 * Whether a user confirmed the line of a curve, one of both lines of mid-wall strain, or the segment of it, that was followed with
 * doubt. A free wall is measured on its whole line.
 */
export const isConfirmedCurve = (
  sequence: CycleSequence,
  { line, outer_line, segment }: Pick<CycleCurve, 'line' | 'outer_line' | 'segment'>,
): boolean =>
  decisionsOf(sequence).confirmed.some(
    (part) => (part.name === line || part.name === outer_line) && (part.segment === null || part.segment === segment),
  );

/** Hashes of the lines that an image names. */
export const sequenceHashes = ({ segmentation }: Pick<AnalysisImage, 'segmentation'>): string[] => [
  ...new Set(segmentation.flatMap(({ sequence }) => sequence?.lines_sha256 ?? [])),
];

const NO_FLAGS = {
  forced_to_zero: false,
  locked: false,
  on_onset: false,
  same_as_start: false,
  same_as_end: false,
  show_label_in_image: false,
  abbreviation: null,
};

/** A followed line on one frame, in the form of a drawn line. The ids of its points are their numbers, from 0. */
export function lineOnFrame({ name, shape, types }: DenseLine, { frame_number, points }: DenseFrame, pattern: string): Line {
  const placed = points.map(([x, y], at): LinePoint => ({ ...NO_FLAGS, id: String(at), x, y, type: types[at] ?? '' }));
  return { name, finished: true, shape, pattern, frame_number, points: placed };
}

interface Fault {
  path: string;
  message: string;
}

/** The first thing that is wrong with lines on every frame that fit their schema; null when nothing is. */
export function sequenceFault({ format, lines }: SequenceLines): Fault | null {
  if (format !== SEQUENCE_FORMAT) return { path: 'format', message: `is ${format}; this version reads ${SEQUENCE_FORMAT}` };
  const points = lines.reduce((sum, { types }) => sum + types.length, 0);
  if (lines.length === 0 || lines.length > MAX_SEQUENCE_LINES) return { path: 'lines', message: `has 1 to ${MAX_SEQUENCE_LINES} lines` };
  if (points > MAX_SEQUENCE_POINTS) return { path: 'lines', message: `has at most ${MAX_SEQUENCE_POINTS} points on a frame` };
  for (const [at, { types, frames, name }] of lines.entries()) {
    const path = `lines.${at}`;
    if (lines.findIndex((line) => line.name === name) !== at) return { path: `${path}.name`, message: 'appears twice' };
    if (frames.length === 0 || frames.length > MAX_SEQUENCE_FRAMES)
      return { path: `${path}.frames`, message: `has 1 to ${MAX_SEQUENCE_FRAMES} frames` };
    const first = frames[0]?.frame_number ?? 0;
    for (const [place, frame] of frames.entries()) {
      if (frame.frame_number !== first + place || first < 1)
        return { path: `${path}.frames.${place}.frame_number`, message: 'frames count from 1 and follow one another' };
      if ([frame.points, frame.quality, frame.drift_px].some(({ length }) => length !== types.length))
        return { path: `${path}.frames.${place}`, message: `has a value for each of the ${types.length} points` };
    }
  }
  return null;
}
