import type { AnalysisImage, CycleSegmentation, CycleSequence, Line, LinePoint, MarkOrigin } from '../generated/analysis-image.ts';
import { MAX_CONFIRMED_PARTS, MAX_CORRECTED_LINES, MAX_SEQUENCE_FRAMES } from '../records/sequence.ts';
import { MAX_NAME_LENGTH } from '../records/strict.ts';

/** A fault of an image beyond its schema: where it is wrong, as a path inside of it, and why. */
export interface ImageFault {
  path: string;
  message: string;
}

const FROM_ONE = 'frames count from 1';

function caliperFault(image: AnalysisImage): ImageFault | null {
  const place = image.measurements_caliper.findIndex(({ frame_number }) => frame_number === 0);
  if (place >= 0) return { path: `measurements_caliper.${place}.frame_number`, message: FROM_ONE };
  const named = image.measurements_caliper.findIndex(
    ({ name }) => typeof name === 'string' && (name.trim() === '' || name.length > MAX_NAME_LENGTH),
  );
  return named < 0 ? null : { path: `measurements_caliper.${named}.name`, message: `has 1 to ${MAX_NAME_LENGTH} characters` };
}

function repeated(all: ReadonlyArray<{ id: string }>, path: string): ImageFault | null {
  const seen = new Set<string>();
  for (const [place, { id }] of all.entries()) {
    if (id !== '' && seen.has(id)) return { path: `${path}.${place}.id`, message: 'appears twice in this image' };
    seen.add(id);
  }
  return null;
}

/** A point placed by a person names no method; any other one names method, version and where it was proposed. */
function originFault({ origin = 'hand', method, method_version, proposed }: LinePoint): string | null {
  const named = [method, method_version, proposed].filter((part) => part != null).length;
  if (origin === 'hand') return named === 0 ? null : 'is placed by hand, and names a method';
  return named === 3 ? null : `is ${origin}, and does not name method, method_version and proposed`;
}

function lineFault(lines: readonly Line[], path: string): ImageFault | null {
  for (const [n, line] of lines.entries()) {
    if (line.frame_number === 0) return { path: `${path}.${n}.frame_number`, message: FROM_ONE };
    for (const [place, point] of line.points.entries()) {
      const message = originFault(point);
      if (message !== null) return { path: `${path}.${n}.points.${place}.origin`, message };
    }
  }
  return null;
}

function markFault(image: AnalysisImage): ImageFault | null {
  for (const [cycle, { origins, excluded }] of image.cardiac_events.entries()) {
    if (excluded?.reason === '')
      return { path: `cardiac_events.${cycle}.excluded.reason`, message: 'needs the reason why the cycle is excluded' };
    for (const [event, from] of Object.entries(origins ?? {}) as Array<[string, MarkOrigin | null]>)
      if (from?.origin === 'hand')
        return { path: `cardiac_events.${cycle}.origins.${event}.origin`, message: 'a mark placed by hand has no entry' };
  }
  return null;
}

const HASH = /^[0-9a-f]{64}$/;

function confirmedFault(sequence: CycleSequence, path: string): ImageFault | null {
  // The schema also takes null.
  const confirmed = sequence.confirmed ?? [];
  if (confirmed.length > MAX_CONFIRMED_PARTS) return { path, message: `has at most ${MAX_CONFIRMED_PARTS} lines and segments` };
  const twice = confirmed.findIndex(
    ({ name, segment }, at) => confirmed.findIndex((one) => one.name === name && one.segment === segment) !== at,
  );
  return twice < 0 ? null : { path: `${path}.${twice}`, message: 'is confirmed twice' };
}

/** Faults of the lines of a cycle between its events. */
function sequenceFault({ corrected = [], sequence }: CycleSegmentation, path: string): ImageFault | null {
  const own = lineFault(corrected, `${path}.corrected`);
  if (own !== null) return own;
  if (corrected.length > MAX_CORRECTED_LINES) return { path: `${path}.corrected`, message: `has at most ${MAX_CORRECTED_LINES} lines` };
  const frames = new Set<string>();
  for (const [n, { name, frame_number }] of corrected.entries()) {
    if (frame_number === null) return { path: `${path}.corrected.${n}.frame_number`, message: 'names the frame it was corrected on' };
    const place = `${frame_number} ${name}`;
    if (frames.has(place)) return { path: `${path}.corrected.${n}`, message: 'is corrected twice on its frame' };
    frames.add(place);
  }
  if (!sequence) return null;
  const { from_frame, to_frame, lines_sha256 } = sequence;
  if (from_frame < 1 || to_frame <= from_frame)
    return { path: `${path}.sequence.to_frame`, message: 'comes after from_frame, which counts from 1' };
  if (to_frame - from_frame >= MAX_SEQUENCE_FRAMES)
    return { path: `${path}.sequence.to_frame`, message: `a sequence has at most ${MAX_SEQUENCE_FRAMES} frames` };
  const confirmed = confirmedFault(sequence, `${path}.sequence.confirmed`);
  if (confirmed !== null) return confirmed;
  return HASH.test(lines_sha256) ? null : { path: `${path}.sequence.lines_sha256`, message: 'is not a SHA-256 in hexadecimal digits' };
}

/** The first thing that is wrong with an image that fits its schema; null when nothing is. */
export function imageFault(image: AnalysisImage): ImageFault | null {
  const own =
    repeated(image.cardiac_events, 'cardiac_events') ??
    repeated(image.measurements_caliper, 'measurements_caliper') ??
    caliperFault(image) ??
    markFault(image);
  if (own !== null) return own;
  for (const [n, cycle] of image.segmentation.entries()) {
    const at = `segmentation.${n}`;
    const fault =
      lineFault(cycle.end_diastole?.lines ?? [], `${at}.end_diastole.lines`) ??
      lineFault(cycle.end_systole?.lines ?? [], `${at}.end_systole.lines`) ??
      lineFault(cycle.lines ?? [], `${at}.lines`) ??
      sequenceFault(cycle, at);
    if (fault !== null) return fault;
  }
  return null;
}
