/** Effect of a change of a trace on the whole record of an image. */
import type { AnalysisImage, Line, LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import { withLines } from '../lines/record.ts';
import type { LineRow, PatternRow } from '../lines/definition.ts';
import { withCycles } from '../cycle-timing/record.ts';
import type { TraceState } from './state.ts';
import type { Ready } from './status.ts';
import { cyclesOf, heldOf, lineAt, onsetsOf, patternAt, progressOf, rowOf } from './trace.ts';

/** Inputs of changes of a record. */
export type Knows = Pick<Ready, 'type' | 'rules' | 'strip' | 'newId'> & Pick<TraceState, 'predicting'>;

export const knowing = ({ type, rules, strip, newId }: Ready, { predicting }: TraceState): Knows => ({
  type,
  rules,
  strip,
  newId,
  predicting,
});

/** Copies to later cycles are made of this image type, and the person wants them. */
export const predicts = ({ type, rules, predicting }: Pick<Knows, 'type' | 'rules' | 'predicting'>): boolean =>
  predicting && rules.predictsCycles(type.type, type.cycle_prediction);

/** The pattern of a cycle with the one line that is traced of it. */
function patternFor(image: AnalysisImage, cycle: number, { type }: Pick<Knows, 'type'>): PatternRow {
  const pattern = patternAt(type, image, cycle) as PatternRow;
  return { ...pattern, lines: [rowOf(pattern)] };
}

/** The image with other lines in some cycles; null takes the line away. */
export function withLinesOf(
  image: AnalysisImage,
  changes: readonly { cycle: number; line: Line | null }[],
  knows: Pick<Knows, 'type'>,
): AnalysisImage {
  const places = changes.map(({ cycle, line }) => ({ place: { cycle, event: null }, lines: line ? [line] : [] }));
  return withLines(image, places, patternFor(image, changes[0]?.cycle ?? 0, knows));
}

export const emptyLine = (row: LineRow, pattern: string): Line => ({
  name: row.name,
  finished: false,
  shape: row.shape,
  pattern,
  frame_number: null,
  points: [],
});

/** The line of a cycle with other points. */
export function lineWith(image: AnalysisImage, cycle: number, points: LinePoint[], finished: boolean, knows: Pick<Knows, 'type'>): Line {
  const pattern = patternFor(image, cycle, knows);
  const { spline: _before, ...line } = lineAt(image, cycle) ?? emptyLine(rowOf(pattern), pattern.name);
  return { ...line, points, finished };
}

/**
 * The image with another trace in a cycle, and everything that follows it: copies not yet accepted, and the cycles that
 * begin as high as the one before has ended.
 */
export function withTrace(image: AnalysisImage, cycle: number, line: Line, knows: Knows): AnalysisImage {
  const traced = withLinesOf(image, [{ cycle, line }], knows);
  const until = nextOwn(traced, cycle, knows);
  const copied = line.finished && predicts(knows) ? withCopies(traced, cycle, knows) : traced;
  return followed(followed(copied, cycle + 1, knows), until, knows);
}

/** The next cycle after one that the user traced or accepted; behind the last one without one. */
function nextOwn(image: AnalysisImage, from: number, { type, rules }: Knows): number {
  const own = cyclesOf(image).find((cycle) => cycle > from && ['begun', 'traced'].includes(progressOf(type, image, cycle, rules)));
  return own ?? image.cardiac_events.length;
}

/** Copies a finished trace to the cycles after it, up to the next one that the user traced or accepted. */
export function withCopies(image: AnalysisImage, from: number, knows: Knows): AnalysisImage {
  const source = lineAt(image, from);
  const until = nextOwn(image, from, knows);
  const targets = cyclesOf(image).slice(from + 1, until);
  if (!source?.finished || targets.length === 0) return image;
  const kept = cyclesOf(image).map((cycle) => cycle >= until);
  const copies = knows.rules.propagateTrace(source, image.cardiac_events, from, kept, knows.strip.baseline);
  const changes = targets.map((cycle) => ({ cycle, line: copies[cycle - from - 1] ?? null }));
  return withOwnIds(withLinesOf(image, changes, knows), targets, knows);
}

/** A copy's id names its source and cycle; where cycles were removed or added since, that may be the id of another point. */
function withOwnIds(image: AnalysisImage, copied: readonly number[], knows: Knows): AnalysisImage {
  const others = cyclesOf(image).filter((cycle) => !copied.includes(cycle));
  const taken = new Set(others.flatMap((cycle) => lineAt(image, cycle)?.points.map(({ id }) => id) ?? []));
  const doubled = copied.flatMap((cycle) => {
    const line = lineAt(image, cycle);
    return line?.points.some(({ id }) => taken.has(id)) ? [{ cycle, line }] : [];
  });
  if (doubled.length === 0) return image;
  const renamed = (point: LinePoint): LinePoint => (taken.has(point.id) ? { ...point, id: knows.newId() } : point);
  return withLinesOf(
    image,
    doubled.map(({ cycle, line }) => ({ cycle, line: { ...line, points: line.points.map(renamed) } })),
    knows,
  );
}

const samePlaces = (a: readonly LinePoint[], b: readonly LinePoint[]): boolean =>
  a.every(({ x, y }, place) => x === b[place]?.x && y === b[place].y);

/** Inputs for placing pinned points. */
export type Pinning = Pick<Knows, 'type' | 'strip'> & { rules: Pick<Knows['rules'], 'applyPins'> };

/** The image with the pinned points of a cycle in their places. */
function pinned(image: AnalysisImage, cycle: number, knows: Pinning): AnalysisImage {
  const line = lineAt(image, cycle);
  if (!line || line.points.length === 0) return image;
  const points = knows.rules.applyPins(line.points, heldOf(image, cycle, knows.strip.baseline));
  return samePlaces(points, line.points) ? image : withLinesOf(image, [{ cycle, line: { ...line, points } }], knows);
}

/** The image with all pinned points in their places, since what they are held on is another. */
export const repinned = (image: AnalysisImage, knows: Pinning): AnalysisImage =>
  cyclesOf(image).reduce((now, cycle) => pinned(now, cycle, knows), image);

/** The image with the cycles from `from` on moved, as far as each starts at the end of the cycle before. */
function followed(image: AnalysisImage, from: number, knows: Knows): AnalysisImage {
  let now = image;
  for (let cycle = from; lineAt(now, cycle)?.points[0]?.same_as_end; cycle += 1) {
    const next = pinned(now, cycle, knows);
    if (next === now) break;
    now = next;
  }
  return now;
}

/** The cycle's trace is as it should be: it is finished, and copied to those after it. */
export function accepted(image: AnalysisImage, cycle: number, knows: Knows): AnalysisImage {
  const line = lineAt(image, cycle);
  return line && !line.finished ? withTrace(image, cycle, { ...line, finished: true }, knows) : image;
}

/** All traces that wait for it are accepted, but for those of some cycles. */
export function allAccepted(image: AnalysisImage, knows: Knows, but: readonly number[] = []): AnalysisImage {
  const changes = cyclesOf(image).flatMap((cycle) => {
    const line = lineAt(image, cycle);
    return line && !but.includes(cycle) && progressOf(knows.type, image, cycle, knows.rules) === 'pending'
      ? [{ cycle, line: { ...line, finished: true } }]
      : [];
  });
  return changes.length > 0 ? withLinesOf(image, changes, knows) : image;
}

/** Without the copies that were not accepted. */
export function withoutCopies(image: AnalysisImage, knows: Knows): AnalysisImage {
  const all = cyclesOf(image);
  const traced = all.findIndex((cycle) => lineAt(image, cycle)?.finished);
  const changes = all.flatMap((cycle) =>
    cycle > traced && traced >= 0 && progressOf(knows.type, image, cycle, knows.rules) === 'pending' ? [{ cycle, line: null }] : [],
  );
  return changes.length > 0 ? withLinesOf(image, changes, knows) : image;
}

/** The cycle `from` and the later ones are cleared, to be traced with another pattern. */
export function withPattern(image: AnalysisImage, from: number, pattern: PatternRow, knows: Knows): AnalysisImage {
  const cleared = withLinesOf(
    image,
    cyclesOf(image).flatMap((cycle) => (cycle >= from ? [{ cycle, line: null }] : [])),
    knows,
  );
  return withLinesOf(cleared, [{ cycle: from, line: emptyLine(rowOf(pattern), pattern.name) }], knows);
}

export const withoutTraces = (image: AnalysisImage, knows: Knows): AnalysisImage =>
  withLinesOf(
    image,
    cyclesOf(image).map((cycle) => ({ cycle, line: null })),
    knows,
  );

/** Without the last cycle: its onsets and its trace. */
export function withoutLastCycle(image: AnalysisImage, knows: Knows): AnalysisImage {
  return withLinesOf(withCycles(image, image.cardiac_events.slice(0, -1)), [], knows);
}

/** A column kept within the onsets of a cycle. */
export function withinCycle(image: AnalysisImage, cycle: number, x: number): number {
  const onsets = onsetsOf(image, cycle);
  return onsets ? Math.min(Math.max(x, onsets.start), onsets.end) : x;
}
