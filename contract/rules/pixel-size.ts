/** Size of stored pixels by the file's own scale. */
import type { AnalysisImage } from '../generated/analysis-image.ts';

const MM_PER_CM = 10;

/**
 * Height and width of a stored pixel in mm. Null where a manual calibration replaces the file's scale, which only the engine
 * applies, and where an axis of the region is not in cm.
 */
export function pixelSizeOf({
  metadata,
  calibration,
}: Pick<AnalysisImage, 'metadata' | 'calibration'>): [height: number, width: number] | null {
  const region = calibration === null ? metadata?.flow_region : null;
  if (region?.units_x !== 'cm' || region.units_y !== 'cm' || region.spacing_x === null || region.spacing_y === null) return null;
  return [Math.abs(region.spacing_y) * MM_PER_CM, Math.abs(region.spacing_x) * MM_PER_CM];
}
