/** Measurements of an image in the panel, as data. */
import type { CaliperValues, ImageMeasurements } from '@echometry/contract/generated/study-measurements.ts';
import type { Measurement, RangeState } from '@echometry/contract/generated/analysis-image.ts';
import { leadingStanding, type SourcedRow } from '@echometry/contract/rules/reference-choice.ts';
import { fixed } from '../../lib/format.ts';
import type { LineEnd } from './outside.ts';
import { reasonsOf, shortLinesOf, type Measured } from './reasons.ts';
import { outcomeWords, sourceOf } from './standing-words.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';

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
  /** Where the value stands among reference values, with their source; empty without a result. */
  stands: string;
  /** Why values are missing. */
  reasons: string[];
  /** Lines that are too short for a value, each with the place to go to. */
  ends: LineEnd[];
}

export const shownValue = (value: number | null | undefined): string => fixed(value, DECIMALS);

/** Values of an image among reference values, and the rows by name. */
interface Judged {
  standings: ImageMeasurements['standings'] | undefined;
  rows: ReadonlyMap<string, SourcedRow> | null;
}

/** Series are drawn as curves and have no single value. */
const hasNumbers = ({ series }: Measurement): boolean => series === undefined;

function rowOf(measurement: Measurement, about: Measured | undefined, judged: Judged): ValueRow {
  const { name, value, aggregate, units, normal } = measurement;
  const standing = leadingStanding(judged.standings?.find((one) => one.name === name)?.standings ?? []);
  const words = standing && outcomeWords(standing);
  return {
    name,
    value: shownValue(aggregate),
    unit: unitShown(units),
    cycles: value.length > 1 && value.some((one) => one !== null) ? value.map(shownValue) : [],
    range: standing === null || words === null ? (normal?.state ?? 'undefined') : standing.state,
    stands: standing === null || words === null ? '' : `${words.main}, ${sourceOf(judged.rows, standing)}`,
    reasons: reasonsOf(measurement, about),
    ends: about ? shortLinesOf(measurement, about) : [],
  };
}

/** @param aboutOf what the reasons of a measurement depend on, by its name */
export const rowsOf = (
  image: Pick<ImageMeasurements, 'measurements' | 'standings'>,
  aboutOf?: (name: string) => Measured,
  rows: Judged['rows'] = null,
): ValueRow[] =>
  image.measurements
    .filter(hasNumbers)
    .map((measurement) => rowOf(measurement, aboutOf?.(measurement.name), { standings: image.standings, rows }));

/** Cycles that the values are the mean of; 0 without any value. */
export const cyclesOf = ({ measurements }: Pick<ImageMeasurements, 'measurements'>): number =>
  Math.max(0, ...measurements.map(({ value }) => value.filter((one) => one !== null).length));

/** The image lacks a scale: nothing of it could be measured. */
export const isUncalibrated = ({ measurements, calipers }: ImageMeasurements): boolean =>
  measurements.some(({ refused }) => refused?.code === 'not-calibrated') ||
  calipers.some(({ distances }: CaliperValues) => distances.some(({ length_px }) => length_px !== null));
