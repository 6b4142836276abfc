/** The traces of a strip as its record holds them: one line for each cycle. */
import type { AnalysisImage, CardiacEvents, Line, LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import { needsOf, type ControlPointRow, type LineRow, type PatternRow } from '../lines/definition.ts';
import { linesAt } from '../lines/place.ts';
import type { Held } from '../lines/rules.ts';
import type { TraceRules } from './state.ts';
import type { Strip } from '../strip.ts';

/** How far the trace of a cycle is: nothing drawn, some of its points, whole and waiting to be accepted, finished. */
export type Progress = 'none' | 'begun' | 'pending' | 'traced';

/** The line of a cycle; null before it was started. A pattern of Doppler has one line. */
export const lineAt = (image: Pick<AnalysisImage, 'segmentation'>, cycle: number): Line | null =>
  linesAt(image, { cycle, event: null })[0] ?? null;

/** The pattern a cycle is traced with: its line's, otherwise the last line's before it, otherwise the first of the type. */
export function patternAt(
  type: Pick<ImageTypeRow, 'patterns'>,
  image: Pick<AnalysisImage, 'segmentation'>,
  cycle: number,
): PatternRow | null {
  for (let at = cycle; at >= 0; at -= 1) {
    const line = lineAt(image, at);
    const pattern = line && type.patterns.find(({ name }) => name === line.pattern);
    if (pattern) return pattern;
  }
  return type.patterns[0] ?? null;
}

/** The line that a pattern asks for. */
export const rowOf = (pattern: PatternRow): LineRow => pattern.lines[0] as LineRow;

/** A point that the configuration names, and not one of the person's own. */
export const isControl = ({ type }: Pick<LinePoint, 'type'>): boolean => type !== 'mid_control_point' && !type.startsWith('user-defined_');

/** The control points in the order in which they are placed; null once all of them are. */
export const nextControl = (row: LineRow, points: readonly LinePoint[]): ControlPointRow | null =>
  row.control_points[points.filter(isControl).length] ?? null;

/** Where the pattern names no point, the user decides when a hand-drawn line is complete. */
const isWhole = (row: LineRow, points: readonly LinePoint[], rules: TraceRules): boolean =>
  (row.control_points.length > 0 ? nextControl(row, points) === null : points.every(({ origin }) => origin === 'copied')) &&
  mayFinish(row, points, rules);

export const mayFinish = (row: LineRow, points: readonly LinePoint[], rules: TraceRules): boolean =>
  rules.mayFinish(needsOf(row, row.shape), points.filter((point) => row.user_defined_points || isControl(point)).length);

export function progressOf(type: ImageTypeRow, image: AnalysisImage, cycle: number, rules: TraceRules): Progress {
  const line = lineAt(image, cycle);
  const pattern = patternAt(type, image, cycle);
  if (!line || !pattern || line.points.length === 0) return 'none';
  if (line.finished) return 'traced';
  return isWhole(rowOf(pattern), line.points, rules) ? 'pending' : 'begun';
}

export const cyclesOf = (image: Pick<AnalysisImage, 'cardiac_events'>): number[] => image.cardiac_events.map((_, cycle) => cycle);

const columnOf = (mark: CardiacEvents['onset_start']): number | null => (typeof mark === 'number' ? mark : null);

/** Columns of the onsets of a cycle; null where one is not marked. */
export function onsetsOf(image: Pick<AnalysisImage, 'cardiac_events'>, cycle: number): { start: number; end: number } | null {
  const events = image.cardiac_events[cycle];
  const [start, end] = [columnOf(events?.onset_start), columnOf(events?.onset_end)];
  return start === null || end === null ? null : { start, end };
}

/** Coordinates for the pins of a cycle's points. */
export function heldOf(image: Pick<AnalysisImage, 'cardiac_events' | 'segmentation'>, cycle: number, zeroY: number | null): Held {
  const onsets = onsetsOf(image, cycle);
  const last = cycle > 0 ? lineAt(image, cycle - 1)?.points.at(-1) : undefined;
  return {
    ...(onsets ? { onset_start: onsets.start, onset_end: onsets.end } : {}),
    ...(zeroY === null ? {} : { zero_y: zeroY }),
    ...(last ? { previous_last_y: last.y } : {}),
  };
}

/** Rows where points are allowed: the rows of the strip and the ones that the correction of aliasing adds, inclusive. */
export function rowsOf(
  { top, bottom }: Strip,
  image: Pick<AnalysisImage, 'correct_aliasing'>,
  rules: TraceRules,
): { top: number; bottom: number } {
  const { up, down } = rules.aliasedRows(bottom - top + 1, image.correct_aliasing ?? { up: 0, down: 0 });
  return { top: top - down, bottom: bottom + up };
}
