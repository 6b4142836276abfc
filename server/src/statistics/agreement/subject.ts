import type { EventTime } from '@echometry/contract/generated/agreement.ts';
import type { AnalysisImage, Line } from '@echometry/contract/generated/analysis-image.ts';
import type { Interpolation } from '@echometry/contract/generated/study-measurements.ts';

/** An image with what each reader did of it, in the order of the readers; null where one did nothing. */
export interface Subject {
  study_id: string;
  patient_show: string;
  instance_id: string;
  readings: ReadonlyArray<AnalysisImage | null>;
  /** When each reader last saved the study; null where one did not, and for the machine. */
  readAt: ReadonlyArray<number | null>;
  /** How a line of an image type runs between its points; null where the configuration does not define it. */
  interpolationOf: (type: string, line: Line) => Interpolation | null;
  /** Height and width of a stored pixel; null without calibration. */
  pixel_size_mm: [number, number] | null;
  /** Conversion of marks to milliseconds. */
  time: EventTime;
}
