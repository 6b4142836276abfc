import type { AnalysisImage, CalibrationSource, FlowDirection, ImageCalibration } from '../generated/analysis-image.ts';
import type { ImageMetadata } from '../generated/image-metadata.ts';

type ManualScale = ImageCalibration['manual'][number];
type FileScale = Pick<ImageMetadata, 'doppler_regions' | 'pixel_spacing'>;

/** The file's own scale as a person's choice that changes nothing of it: what every change of a calibration starts from. */
export const fileCalibration = (source: CalibrationSource): ImageCalibration => ({
  source,
  velocity_axis: 'up',
  flow_direction: 'toward',
  reference_pixel_origin: 'region',
  baseline_y: null,
  manual: [],
  author: null,
  at: null,
  version: 1,
});

/** Scale of the file with the direction of flow that a pattern presets; null where that is the file's own. */
export const presetCalibration = ({ flow_direction: flow }: { flow_direction: FlowDirection | null }): ImageCalibration | null =>
  flow === 'away' ? { ...fileCalibration('regions'), flow_direction: flow } : null;

/** Source of the scale without a choice of the user (docs/calibration.md#sources-of-scale). */
export function ownSource({ doppler_regions: regions, pixel_spacing: spacing }: FileScale): CalibrationSource {
  if (regions.length > 0) return 'regions';
  return spacing?.source === 'pixel_spacing' ? 'pixel_spacing' : 'none';
}

/** Sources of scale that a person can choose for this file, the most trusted first. A scale can always be typed, and an invalid one be removed. */
export function sourcesOf({ doppler_regions: regions, pixel_spacing: spacing }: FileScale): CalibrationSource[] {
  const found: CalibrationSource[] = regions.length > 0 ? ['regions'] : [];
  if (spacing) found.push(spacing.source === 'pixel_spacing' ? 'pixel_spacing' : 'confirmed_spacing');
  return [...found, 'manual', 'none'];
}

export type CalibrationChange = Partial<Omit<ImageCalibration, 'author' | 'at' | 'version'>>;

/** Who changes a calibration, and when in ms since 1970 UTC. */
export interface CalibrationStamp {
  author: string | null;
  at: number;
}

/**
 * The image with another calibration. Its values are removed: they were computed from the one before.
 * @param start the current calibration without a choice
 */
export function withCalibration(
  image: AnalysisImage,
  change: CalibrationChange,
  start: ImageCalibration,
  stamp: CalibrationStamp,
): AnalysisImage {
  const before = image.calibration;
  const calibration = { ...(before ?? start), ...change, ...stamp, version: before ? before.version + 1 : 1 };
  return { ...image, measurements: [], is_measured: false, calibration };
}

/** The typed scales with one more, which replaces the scale of the same axis. */
export const withManual = (manual: readonly ManualScale[], scale: ManualScale): ManualScale[] => [
  ...manual.filter(({ axis }) => axis !== scale.axis),
  scale,
];
