/** Configuration of the lines of an image type. */
import type { AnalysisImage, LineShape } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import { allLines } from '@echometry/contract/rules/cardiac-events.ts';
import type { LineNeeds } from './rules.ts';

export type PatternRow = ImageTypeRow['patterns'][number];
export type LineRow = PatternRow['lines'][number];
export type ControlPointRow = LineRow['control_points'][number];

/** The pattern an image is traced with: its first line's, otherwise the first of its type; null without one. */
export function patternOf(type: Pick<ImageTypeRow, 'patterns'>, image: Pick<AnalysisImage, 'segmentation'>): PatternRow | null {
  const name = usedPattern(image);
  return type.patterns.find((pattern) => pattern.name === name) ?? type.patterns[0] ?? null;
}

/** Name of the pattern that lines of the image were drawn with; null before the first one. */
export const usedPattern = (image: Pick<AnalysisImage, 'segmentation'>): string | null => allLines(image)[0]?.pattern ?? null;

/** Requirements for a complete line of this row and shape. */
export const needsOf = (row: LineRow, shape: LineShape): LineNeeds => ({
  shape,
  control_points: row.control_points.length,
  user_defined_points: row.user_defined_points,
});
