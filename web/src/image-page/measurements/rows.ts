/** Measurements of an image in the panel, as data. */
import type { CaliperValues, ImageMeasurements } from '@echometry/contract/generated/study-measurements.ts';
import type { Measurement, RangeState } from '@echometry/contract/generated/analysis-image.ts';
import { fixed } from '../../lib/format.ts';
import type { LineEnd } from './outside.ts';
import { reasonsOf, shortLinesOf, type Measured } from './reasons.ts';
import { unitShown } from './units.ts';

/** Values keep their width while they change. */
const DECIMALS = 2;

export interface ValueRow {
  name: string;
  /** The aggregate, a dash without one. */
  value: string;
  unit: string;
  /** One value per cycle; empty for a single cycle, and where none has a value. */
  cycles: string[];
  range: RangeState;
  /** Why values are missing. */
  reasons: string[];
  /** Lines that are too short for a value, each with the place to go to. */
  ends: LineEnd[];
}

export const shownValue = (value: number | null | undefined): string => fixed(value, DECIMALS);

/** Series are drawn as curves and have no single value. */
const hasNumbers = ({ series }: Measurement): boolean => series === undefined;

function rowOf(measurement: Measurement, about: Measured | undefined): ValueRow {
  const { name, value, aggregate, units, normal } = measurement;
  return {
    name,
    value: shownValue(aggregate),
    unit: unitShown(units),
    cycles: value.length > 1 && value.some((one) => one !== null) ? value.map(shownValue) : [],
    range: normal?.state ?? 'undefined',
    reasons: reasonsOf(measurement, about),
    ends: about ? shortLinesOf(measurement, about) : [],
  };
}

/** @param aboutOf what the reasons of a measurement depend on, by its name */
export const rowsOf = (image: Pick<ImageMeasurements, 'measurements'>, aboutOf?: (name: string) => Measured): ValueRow[] =>
  image.measurements.filter(hasNumbers).map((measurement) => rowOf(measurement, aboutOf?.(measurement.name)));

/** Cycles that the values are the mean of; 0 without any value. */
export const cyclesOf = ({ measurements }: Pick<ImageMeasurements, 'measurements'>): number =>
  Math.max(0, ...measurements.map(({ value }) => value.filter((one) => one !== null).length));

/** The image lacks a scale: nothing of it could be measured. */
export const isUncalibrated = ({ measurements, calipers }: ImageMeasurements): boolean =>
  measurements.some(({ refused }) => refused?.code === 'not-calibrated') ||
  calipers.some(({ distances }: CaliperValues) => distances.some(({ length_px }) => length_px !== null));
