import { type CalibrationSource, type FlowDirection, type ImageCalibration } from '../generated/analysis-image.ts';

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
