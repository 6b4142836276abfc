/** The zero line of a strip, which the user may move, and the correction of aliasing. */
import type { AliasingCorrection, AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { fileCalibration, presetCalibration, withCalibration } from '@echometry/contract/rules/calibration.ts';
import { screenDistance } from '../hit/hit.ts';
import type { Point } from '../point.ts';
import { ALIASING, CONTROL_POINT_PX } from './limits.ts';
import { repinned, type Knows } from './record.ts';
import type { Strip } from '../strip.ts';
import type { Ready } from './status.ts';
import { patternAt } from './trace.ts';

/** Grip of the zero line: at its right end. */
export const baselineGrip = ({ right, baseline }: Strip): Point | null => (baseline === null ? null : { x: right, y: baseline });

export function isOnGrip(at: Point, { strip, scale }: Ready): boolean {
  const grip = baselineGrip(strip);
  return grip !== null && screenDistance(grip, at, scale()) <= CONTROL_POINT_PX;
}

/** The image with its zero line at another row, and the points that are held on it. */
export function withBaseline(image: AnalysisImage, row: number, context: Ready, knows: Knows): AnalysisImage {
  const y = Math.min(Math.max(row, context.strip.top), context.strip.bottom);
  const pattern = patternAt(context.type, image, 0);
  const start = (pattern && presetCalibration(pattern)) ?? fileCalibration('regions');
  const strip = { ...context.strip, baseline: y };
  return repinned(withCalibration(image, { baseline_y: y }, start, context.stamp()), { ...knows, strip });
}

const within = (rows: number): number => Math.min(Math.max(Math.round(rows), ALIASING.min), ALIASING.max);

/** The image with another correction of aliasing; none where both are 0. */
export function withAliasing(image: AnalysisImage, { up, down }: AliasingCorrection): AnalysisImage {
  const correction = { up: within(up), down: within(down) };
  const correct_aliasing = correction.up === 0 && correction.down === 0 ? null : correction;
  return { ...image, measurements: [], is_measured: false, correct_aliasing };
}
