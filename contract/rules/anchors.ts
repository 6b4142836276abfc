/** The part of an image that a comment is about: where an anchor leads, and which anchors an image has. */
import type { AnalysisImage, Line, LinePoint, Mark } from '../generated/analysis-image.ts';
import type { CommentAnchor } from '../records/comment.ts';
import { allLines, EVENTS, linesOf, SHORT_EVENTS, type EventName } from './cardiac-events.ts';

type Anchored = Pick<AnalysisImage, 'modality' | 'cardiac_events' | 'segmentation' | 'measurements'>;

const isEvent = (name: string): name is EventName => Object.hasOwn(SHORT_EVENTS, name);

export interface AnchorTarget {
  /** The named part, in words. */
  label: string;
  /** The frame to go to, from 1; null where the whole image is meant, or a place on a strip. */
  frame_number: number | null;
  /** Why the anchor leads nowhere, in words; null while its target is there. */
  gone: string | null;
}

const isMarked = (mark: Mark | undefined): mark is number => typeof mark === 'number';

/** Points with a meaning, not points that only shape a curve. */
const NAMELESS = /^(user-defined_\d+|mid_control_point|spawn|hidden|)$/;
const hasName = ({ type }: LinePoint): boolean => !NAMELESS.test(type);

/** Lines of one cycle, or of all. */
const linesWithin = (image: Anchored, cycle: number | null): Line[] =>
  cycle === null ? allLines(image) : image.segmentation.slice(cycle, cycle + 1).flatMap(linesOf);

/**
 * Where an anchor leads. The search goes from the whole to the part; the first that is not there any more is named as gone, and
 * its comment stays.
 * @param image undefined when the image has no analysis any more
 * @param frames frames of the clip
 */
export function anchorTarget(anchor: CommentAnchor, image: Anchored | undefined, frames: number): AnchorTarget {
  const words: string[] = [];
  let gone: string | null = null;
  let frame: number | null = null;
  const lose = (what: string): void => {
    gone ??= what;
  };
  let cycle: number | null = null;
  if (anchor.cycle !== undefined) {
    const at = image?.cardiac_events.findIndex(({ id }) => id === anchor.cycle) ?? -1;
    if (at < 0) lose('this cycle is gone');
    else cycle = at;
    words.push(at < 0 ? 'cycle' : `cycle ${at + 1}`);
  }
  if (anchor.event !== undefined) {
    const name = isEvent(anchor.event) ? anchor.event : null;
    const mark = name === null || cycle === null ? undefined : image?.cardiac_events[cycle]?.[name];
    words.push(name === null ? anchor.event : SHORT_EVENTS[name]);
    if (!isMarked(mark)) lose('this mark is gone');
    else if (image?.modality === '2D') frame = mark;
  }
  const lines = image === undefined ? [] : linesWithin(image, cycle);
  if (anchor.line !== undefined) {
    const line = lines.find(({ name }) => name === anchor.line);
    words.push(anchor.line);
    if (line === undefined) lose('this line is gone');
    else frame ??= line.frame_number;
  }
  if (anchor.point !== undefined) {
    const line = lines.find(({ points }) => points.some(({ id }) => id === anchor.point));
    const point = line?.points.find(({ id }) => id === anchor.point);
    words.push(point === undefined ? 'point' : (point.abbreviation ?? point.type));
    if (point === undefined) lose('this point is gone');
    else frame ??= line?.frame_number ?? null;
  }
  if (anchor.measurement !== undefined) {
    words.push(anchor.measurement);
    if (!image?.measurements.some(({ name }) => name === anchor.measurement)) lose('this value is gone');
  }
  if (anchor.frame_number !== undefined) {
    words.push(`frame ${anchor.frame_number}`);
    if (anchor.frame_number > frames) lose('this frame is not in the file');
    else frame = anchor.frame_number;
  }
  return { label: words.join(' · '), frame_number: gone === null ? frame : null, gone };
}

/**
 * Place of the picture that an anchor names, in stored pixels: a column of a strip (`y` null), or a point. Null where the
 * whole image or a frame is meant, and where the target is gone.
 */
export function anchorPlace(anchor: CommentAnchor, image: Anchored | undefined): { x: number; y: number | null } | null {
  if (image === undefined || anchorTarget(anchor, image, Number.POSITIVE_INFINITY).gone !== null) return null;
  const found = image.cardiac_events.findIndex(({ id }) => id === anchor.cycle);
  if (anchor.point !== undefined) {
    const points = linesWithin(image, found < 0 ? null : found).flatMap((line) => line.points);
    const point = points.find(({ id }) => id === anchor.point);
    return point ? { x: point.x, y: point.y } : null;
  }
  const cycle = image.cardiac_events[found];
  if (image.modality === '2D' || cycle === undefined) return null;
  const name = anchor.event === undefined ? 'onset_start' : isEvent(anchor.event) ? anchor.event : null;
  const mark = name === null ? undefined : cycle[name];
  return isMarked(mark) ? { x: mark, y: null } : null;
}

/**
 * Anchors that a new comment can have on an image as it is: the frame that is shown, its cycles with their marks, its lines
 * with the points that have a name, and its values, each once.
 * @param frame_number the frame that is shown, from 1; null where the image is a single picture
 */
export function anchorsOf(image: Anchored | undefined, frame_number: number | null): CommentAnchor[] {
  const cycles = image?.cardiac_events ?? [];
  const marks = cycles.flatMap((events): CommentAnchor[] => [
    { cycle: events.id },
    ...EVENTS.filter((name) => isMarked(events[name])).map((event) => ({ cycle: events.id, event })),
  ]);
  const drawn = (image ? allLines(image) : []).filter(({ points }) => points.length > 0);
  const lines = new Set(drawn.map(({ name }) => name));
  const named = drawn.flatMap(({ name, points }) => points.filter(hasName).map(({ id }) => ({ line: name, point: id })));
  const values = new Set((image?.measurements ?? []).map(({ name }) => name));
  return [
    ...(frame_number === null ? [] : [{ frame_number }]),
    ...marks,
    ...[...lines].map((line) => ({ line })),
    ...named,
    ...[...values].map((measurement) => ({ measurement })),
  ];
}
