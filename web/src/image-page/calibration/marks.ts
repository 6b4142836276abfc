/** Marks that a scale is typed for: the axis of each, and the units that its value may be typed in. */
import type { ImageCalibration } from '@echometry/contract/generated/analysis-image.ts';
import { isDopplerModality } from '@echometry/contract/rules/image-types.ts';
import type { ScaleMark } from '../../tools/calibration/state.ts';

type ManualScale = ImageCalibration['manual'][number];

/** A unit that a value may be typed in, and how many of the engine's unit it is. */
interface TypedUnit {
  label: string;
  unit: ManualScale['unit'];
  factor: number;
}

interface MarkScale {
  /** Axis of the scale that is typed; null for the zero line, which has no value. */
  axis: ManualScale['axis'] | null;
  units: readonly TypedUnit[];
}

const CM: readonly TypedUnit[] = [
  { label: 'cm', unit: 'cm', factor: 1 },
  { label: 'mm', unit: 'cm', factor: 0.1 },
];
const S: readonly TypedUnit[] = [
  { label: 's', unit: 's', factor: 1 },
  { label: 'ms', unit: 's', factor: 0.001 },
];
const CM_S: readonly TypedUnit[] = [
  { label: 'cm/s', unit: 'cm/s', factor: 1 },
  { label: 'm/s', unit: 'cm/s', factor: 100 },
];

export const MARKS: Readonly<Record<ScaleMark, MarkScale>> = {
  distance: { axis: 'xy', units: CM },
  across: { axis: 'x', units: CM },
  depth: { axis: 'y', units: CM },
  time: { axis: 'x', units: S },
  velocity: { axis: 'y', units: CM_S },
  zero: { axis: null, units: [] },
};

/** Possible marks on an image of a modality. */
export function marksOf(modality: string | null): readonly ScaleMark[] {
  if (isDopplerModality(modality)) return ['time', 'velocity', 'zero'];
  return modality === 'M-Mode' ? ['time', 'depth'] : ['distance', 'across'];
}
