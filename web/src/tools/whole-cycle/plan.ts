/**
 * How the lines of a cycle are followed through all of its frames: which stretches between drawn lines are missing, what the engine is
 * asked for them, and what becomes of its results (docs/tracking.md#every-frame-of-a-cycle).
 */
import type { AnalysisImage, CycleSequence, DenseFrame, DenseLine, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import type { TrackedPoint, TrackForm, TrackRequest, Tracks } from '@echometry/contract/generated/tracking.ts';
import { SEQUENCE_FORMAT } from '@echometry/contract/records/sequence.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import { anchorsOf, framesOfCycle, keptAnchors, type Anchor, type CycleFrames } from '@echometry/contract/rules/sequence.ts';
import { formOf } from '../contours/tracking.ts';
import { ruleOfImage, withRule } from './decisions.ts';

type Pair = [number, number];

/** Lines on every frame with what the record keeps of them. */
export interface KnownSequence {
  sequence: CycleSequence;
  lines: SequenceLines;
}

export interface CycleToFollow {
  image: AnalysisImage;
  cycle: number;
  /** Frames of the clip. */
  frames: number;
  /** Stretches of it whose drawn lines are unchanged stay as they are. */
  known: KnownSequence | null;
}

/** Frames from a drawn line to the next, or to an end of the cycle. */
interface Stretch {
  kind: 'head' | 'between' | 'tail';
  first: number;
  last: number;
}

/** One line of the cycle. */
interface FollowedLine {
  name: string;
  shape: DenseLine['shape'];
  form: TrackForm;
  types: string[];
  /** Where it is drawn, in the order of frames. */
  anchors: readonly { frame: number; points: Pair[] }[];
  /** Frame on which it has as many points as it is followed with. */
  model: number;
  missing: readonly Stretch[];
  found: Map<number, DenseFrame>;
}

/** Lines that are followed together, because they are drawn on the same frames. */
export interface Group {
  span: CycleFrames;
  lines: FollowedLine[];
}

/** A request for the engine, and the frames of its result that are taken over. */
export interface PlannedRequest {
  request: TrackRequest;
  takes: (frame: number) => boolean;
}

const points = ({ line }: Anchor): Pair[] => line.points.map(({ x, y }): Pair => [x, y]);

function stretchesOf({ from, to }: CycleFrames, anchors: readonly number[]): Stretch[] {
  const [first, last] = [anchors[0] ?? from, anchors.at(-1) ?? to];
  return [
    ...(first > from ? [{ kind: 'head' as const, first: from, last: first }] : []),
    ...anchors.slice(1).map((frame, at) => ({ kind: 'between' as const, first: anchors[at] ?? from, last: frame })),
    ...(last < to ? [{ kind: 'tail' as const, first: last, last: to }] : []),
  ];
}

/** The line as it was followed before, where its points still pair with the lines that are drawn now. */
function usable(known: KnownSequence | null, span: CycleFrames, own: readonly Anchor[]): DenseLine | null {
  const name = own[0]?.line.name;
  const before = known?.lines.lines.find((line) => line.name === name);
  if (!known || !before || known.sequence.from_frame !== span.from || known.sequence.to_frame !== span.to) return null;
  const kept = known.sequence.anchors.filter((anchor) => anchor.name === name);
  const most = Math.max(...own.map(({ line }) => line.points.length));
  const isChanged = (anchor: Anchor): boolean => !kept.some((one) => contentOf(one) === contentOf(keptAnchors([anchor])[0]));
  const pairs = most === before.types.length && own.every((anchor) => !isChanged(anchor) || anchor.line.points.length === most);
  return pairs ? before : null;
}

function isKept(
  { kind, first, last }: Stretch,
  before: readonly { frame_number: number }[],
  now: readonly { frame_number: number }[],
): boolean {
  const within = (all: readonly { frame_number: number }[]) => all.filter(({ frame_number: frame }) => frame >= first && frame <= last);
  // How the end of a cycle looks is compared with its beginning.
  const start = (all: readonly { frame_number: number }[]) => (kind === 'tail' ? all[0] : null);
  return contentOf([within(before), start(before)]) === contentOf([within(now), start(now)]);
}

function lineToFollow(own: readonly Anchor[], span: CycleFrames, known: KnownSequence | null): FollowedLine | null {
  const most = Math.max(...own.map(({ line }) => line.points.length));
  const model = own.find(({ line }) => line.points.length === most);
  if (!model) return null;
  const { line } = model;
  const before = usable(known, span, own);
  const now = keptAnchors(own);
  const then = known?.sequence.anchors.filter(({ name }) => name === line.name) ?? [];
  const frames = own.map(({ frame_number }) => frame_number);
  const stretches = stretchesOf(span, frames);
  const missing = before ? stretches.filter((stretch) => !isKept(stretch, then, now)) : stretches;
  const kept = stretches.filter((stretch) => !missing.includes(stretch));
  const isIn = (frame: number): boolean => kept.some(({ first, last }) => frame >= first && frame <= last);
  const dense = (frame: number) => before?.frames[frame - span.from];
  const drawn = own.map((anchor) => {
    const frame = anchor.frame_number;
    const same = before && then.some((one) => contentOf(one) === contentOf(keptAnchors([anchor])[0]));
    return { frame, points: (same ? dense(frame)?.points : undefined) ?? points(anchor) };
  });
  return {
    name: line.name,
    shape: line.shape,
    form: formOf(line.shape, line.points),
    types: line.points.map(({ type }) => type),
    anchors: drawn,
    model: (drawn.find((anchor) => anchor.points.length === most) ?? drawn[0])?.frame ?? span.from,
    missing,
    found: new Map((before?.frames ?? []).flatMap((frame) => (isIn(frame.frame_number) ? [[frame.frame_number, frame] as const] : []))),
  };
}

/** Lines that are drawn somewhere in the cycle, in groups that one request can follow; empty where there are none. */
export function groupsOf({ image, cycle, frames, known }: CycleToFollow): Group[] {
  const span = framesOfCycle(image, cycle, frames);
  if (!span) return [];
  const anchors = anchorsOf(image, cycle, span);
  const groups = new Map<string, Group>();
  for (const name of new Set(anchors.map(({ line }) => line.name))) {
    const line = lineToFollow(
      anchors.filter((anchor) => anchor.line.name === name),
      span,
      known,
    );
    if (!line) continue;
    const key = contentOf([line.anchors.map(({ frame, points: { length } }) => [frame, length]), line.missing, line.model]);
    const group = groups.get(key);
    if (group) group.lines.push(line);
    else groups.set(key, { span, lines: [line] });
  }
  return [...groups.values()];
}

type Known = ReadonlyMap<number, readonly Pair[]>;

/** Positions of a line that are known: where it is drawn and where it was found. */
function positionsOf({ anchors, found }: FollowedLine): Known {
  return new Map([
    ...anchors.map(({ frame, points: drawn }) => [frame, drawn] as const),
    ...[...found].map(([frame, { points: at }]) => [frame, at] as const),
  ]);
}

function requestFrom(
  lines: readonly FollowedLine[],
  start: number,
  more: readonly number[],
  [first, last]: Pair,
  alike: number[],
): TrackRequest {
  const places = lines.map(positionsOf);
  const at = (frame: number): Pair[][] => places.map((known) => [...(known.get(frame) ?? [])]);
  return {
    frame_number: start,
    alike,
    first,
    last,
    lines: lines.map(({ form }, number) => ({ form, points: at(start)[number] ?? [] })),
    anchors: more.filter((frame) => frame !== start).map((frame) => ({ frame_number: frame, lines: at(frame) })),
  };
}

/**
 * The next request of a group; null when nothing is missing. The last stretch comes last, because the end of a cycle is compared with
 * its beginning.
 */
export function nextRequest({ span, lines }: Group): PlannedRequest | null {
  const [model] = lines;
  if (!model) return null;
  const drawn = model.anchors.map(({ frame }) => frame);
  const missing = model.missing.filter(({ first, last }) => !isFound(model, first, last));
  const tail = missing.find(({ kind }) => kind === 'tail');
  const others = missing.filter((stretch) => stretch !== tail);
  const [first] = others;
  const paired = model.anchors.every(({ points: { length } }) => length === model.types.length);
  // All of a cycle that is drawn at its beginning can be followed at once.
  if (first && !(tail && span.closed && paired && drawn[0] === span.from)) {
    const range: Pair = [first.first, others.at(-1)?.last ?? first.last];
    const within = drawn.filter((frame) => frame >= range[0] && frame <= range[1]);
    const start = within.includes(model.model) ? model.model : (within[0] ?? model.model);
    return { request: requestFrom(lines, start, within, range, []), takes: isWithin(others) };
  }
  if (!tail) return null;
  if (!span.closed) return { request: requestFrom(lines, tail.first, [], [tail.first, tail.last], []), takes: isWithin([tail]) };
  const after = drawn.filter((frame) => frame > span.from);
  return { request: requestFrom(lines, span.from, after, [span.from, span.to], [span.to]), takes: isWithin(missing) };
}

const isWithin =
  (stretches: readonly Stretch[]) =>
  (frame: number): boolean =>
    stretches.some(({ first, last }) => frame >= first && frame <= last);

function isFound({ found }: FollowedLine, first: number, last: number): boolean {
  for (let frame = first; frame <= last; frame += 1) if (!found.has(frame)) return false;
  return true;
}

const denseFrame = (frame_number: number, at: readonly TrackedPoint[]): DenseFrame => ({
  frame_number,
  points: at.map(({ x, y }): Pair => [x, y]),
  quality: at.map(({ quality }) => quality),
  drift_px: at.map(({ drift_px }) => drift_px),
});

/** Puts the result of a request into the lines of its group. */
export function takeOver({ lines }: Group, { takes }: PlannedRequest, tracks: Tracks): void {
  for (const frame of tracks.frames) {
    if (!takes(frame.frame_number)) continue;
    for (const [number, line] of lines.entries()) {
      const at = frame.lines[number];
      if (at) line.found.set(frame.frame_number, denseFrame(frame.frame_number, at));
    }
  }
}

/** The lines of all groups on every frame; null while a frame is missing. */
export function linesOfGroups(groups: readonly Group[]): SequenceLines | null {
  const lines = groups.flatMap(({ span, lines: own }) =>
    own.map(({ name, shape, types, found }): DenseLine | null => {
      const frames = Array.from({ length: span.to - span.from + 1 }, (_, at) => found.get(span.from + at));
      return frames.every((frame) => frame !== undefined) ? { name, shape, types, frames } : null;
    }),
  );
  return lines.length > 0 && lines.every((line) => line !== null) ? { format: SEQUENCE_FORMAT, lines } : null;
}

/** Followed lines as the record names them. */
export function sequenceOf(
  { image, cycle, frames, known }: CycleToFollow,
  by: Pick<Tracks, 'method' | 'method_version'>,
  lines_sha256: string,
): CycleSequence | null {
  const span = framesOfCycle(image, cycle, frames);
  if (!span) return null;
  const { method, method_version } = by;
  const anchors = keptAnchors(anchorsOf(image, cycle, span));
  const rule = known?.sequence.end_systole ?? ruleOfImage(image);
  const sequence = { from_frame: span.from, to_frame: span.to, method, method_version, anchors, lines_sha256 };
  return rule === undefined ? sequence : withRule(sequence, rule);
}
