/** Effect of a change of lines on the whole record of an image. */
import type { AnalysisImage, CycleSegmentation, Line, LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import { linesIn, linesOf } from '@echometry/contract/rules/cardiac-events.ts';
import type { Point } from '../point.ts';
import type { ControlPointRow, PatternRow } from './definition.ts';
import { linesAt, placesOf, type LinePlace } from './place.ts';

/** Every line of the pattern is here, finished. */
const isTraced = (lines: readonly Line[], pattern: PatternRow): boolean =>
  pattern.lines.every(({ name }) => lines.some((line) => line.name === name && line.finished));

/** Every line that the pattern asks for is finished at a place. */
export const isPlaceTraced = (image: AnalysisImage, place: LinePlace, pattern: PatternRow): boolean =>
  isTraced(linesAt(image, place), pattern);

function withLinesIn(cycle: CycleSegmentation | undefined, { event }: LinePlace, lines: readonly Line[]): CycleSegmentation {
  if (event === null) return { ...cycle, lines: [...lines] };
  return { ...cycle, [event]: { lines: [...lines] } };
}

/**
 * The image with other lines at some places. Cycles that are traced are counted again, and values of the earlier lines are
 * removed.
 */
export function withLines(
  image: AnalysisImage,
  changes: readonly { place: LinePlace; lines: readonly Line[] }[],
  pattern: PatternRow,
): AnalysisImage {
  const segmentation = [...image.segmentation];
  for (const { place, lines } of changes) {
    while (segmentation.length <= place.cycle) segmentation.push({});
    segmentation[place.cycle] = withLinesIn(segmentation[place.cycle], place, lines);
  }
  while (segmentation.length > 0 && !hasLines(segmentation.at(-1))) segmentation.pop();
  const places = placesOf(image);
  const traced = (place: LinePlace) => isTraced(linesIn(segmentation[place.cycle], place.event), pattern);
  const cycles = [...new Set(places.map(({ cycle }) => cycle))];
  const done = cycles.filter((cycle) => places.every((place) => place.cycle !== cycle || traced(place)));
  return {
    ...image,
    segmentation,
    cycles_segmented: done.length,
    is_segmented: done.length > 0 && done.length === cycles.length,
    measurements: [],
    is_measured: false,
  };
}

const hasLines = (cycle: CycleSegmentation | undefined): boolean => cycle !== undefined && linesOf(cycle).length > 0;

/** Lines with one of them replaced by its name, or added at the end. */
export const withLine = (lines: readonly Line[], line: Line): Line[] =>
  lines.some(({ name }) => name === line.name) ? lines.map((one) => (one.name === line.name ? line : one)) : [...lines, line];

/** A point that the user places where the configuration names one. */
export const controlPoint = (id: string, { x, y }: Point, row: ControlPointRow): LinePoint => ({
  id,
  x,
  y,
  type: row.type,
  forced_to_zero: row.forced_to_zero,
  locked: false,
  on_onset: row.on_onset,
  same_as_start: row.same_as_start,
  same_as_end: row.same_as_end,
  show_label_in_image: row.show_label_in_image,
  abbreviation: row.abbreviation === '' ? null : row.abbreviation,
});

/** A point of the person's own, or one between control points. */
export const freePoint = (id: string, { x, y }: Point, type: `user-defined_${number}` | 'mid_control_point'): LinePoint => ({
  id,
  x,
  y,
  type,
  forced_to_zero: false,
  locked: false,
  on_onset: false,
  same_as_start: false,
  same_as_end: false,
  show_label_in_image: false,
  abbreviation: null,
});
