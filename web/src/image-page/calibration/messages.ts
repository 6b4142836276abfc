/** Words of the panel of calibration. */
import type { CalibrationSource, ImageCalibration } from '@echometry/contract/generated/analysis-image.ts';
import type { PixelSpacingSource, WarningCode } from '@echometry/contract/generated/image-metadata.ts';
import { isDopplerModality } from '@echometry/contract/rules/image-types.ts';
import type { ScaleMark } from '../../tools/calibration/state.ts';

type ManualScale = ImageCalibration['manual'][number];

export const SOURCE_WORDS: Readonly<Record<CalibrationSource, string>> = {
  regions: 'Regions of the file',
  pixel_spacing: 'Pixel Spacing of the file',
  confirmed_spacing: 'Nominal spacing, confirmed',
  manual: 'Typed scale',
  none: 'No scale: lengths stay in px',
};

export const SPACING_WORDS: Readonly<Record<PixelSpacingSource, string>> = {
  pixel_spacing: 'Pixel Spacing',
  nominal_scanned_pixel_spacing: 'Nominal Scanned Pixel Spacing',
  imager_pixel_spacing: 'Imager Pixel Spacing',
};

/** A unit that a value may be typed in, and how many of the engine's unit it is. */
export interface TypedUnit {
  label: string;
  unit: ManualScale['unit'];
  factor: number;
}

const CM: readonly TypedUnit[] = [
  { label: 'cm', unit: 'cm', factor: 1 },
  { label: 'mm', unit: 'cm', factor: 0.1 },
];

export interface MarkWords {
  name: string;
  /** Use of the pointer. */
  how: string;
  /** Axis of the scale that is typed; null for the zero line, which has no value. */
  axis: ManualScale['axis'] | null;
  units: readonly TypedUnit[];
}

export const MARK_WORDS: Readonly<Record<ScaleMark, MarkWords>> = {
  distance: { name: 'Distance', how: 'Mark two points of the depth scale, then type the distance between them.', axis: 'xy', units: CM },
  across: {
    name: 'Distance across',
    how: 'Mark two points next to each other, then type the distance between their columns.',
    axis: 'x',
    units: CM,
  },
  depth: { name: 'Depth', how: 'Mark two rows of the depth scale, then type the distance between them.', axis: 'y', units: CM },
  time: {
    name: 'Time',
    how: 'Mark two columns of the time scale, then type the time between them.',
    axis: 'x',
    units: [
      { label: 's', unit: 's', factor: 1 },
      { label: 'ms', unit: 's', factor: 0.001 },
    ],
  },
  velocity: {
    name: 'Velocity',
    how: 'Mark two rows of the velocity scale, then type the velocity between them.',
    axis: 'y',
    units: [
      { label: 'cm/s', unit: 'cm/s', factor: 1 },
      { label: 'm/s', unit: 'cm/s', factor: 100 },
    ],
  },
  zero: { name: 'Zero line', how: 'Mark the row where the velocity is zero.', axis: null, units: [] },
};

/** Possible marks on an image of a modality. */
export function marksOf(modality: string | null): readonly ScaleMark[] {
  if (isDopplerModality(modality)) return ['time', 'velocity', 'zero'];
  return modality === 'M-Mode' ? ['time', 'depth'] : ['distance', 'across'];
}

/** Advice about irregular regions of a file. */
export const WHAT_TO_DO: Readonly<Partial<Record<WarningCode, string>>> = {
  reference_16_bit: 'Check that the zero line lies where the picture shows it; otherwise mark it.',
  baseline_may_be_absolute: 'Count the reference from the image below, or mark the zero line.',
  scale_against_prf: 'Compare the velocity axis with the numbers in the picture; type the velocity if they differ.',
  region_beyond_image: 'Measure the depth scale of the picture with the caliper; type the distance if it differs.',
  depth_implausible: 'Measure the depth scale of the picture with the caliper; type the distance if it differs.',
  delta_against_reference: 'Check that the zero line lies where the picture shows it; otherwise mark it.',
};
