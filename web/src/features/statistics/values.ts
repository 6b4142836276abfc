/** A measurement against age: its points in order, and the band of its normal range. */
import type { PlottedMeasurement, PlottedStudy, PlottedValue } from '@echometry/contract/records/statistics.ts';
import { DAYS_A_WEEK, DAYS_A_YEAR } from './plot-size.ts';

export interface AgedPoint extends PlottedValue {
  /** Weeks of gestation of a fetus, years otherwise. */
  age: number;
  of: PlottedStudy;
}

export const keyOf = ({ name, image_type, units, data_type }: PlottedMeasurement): string =>
  JSON.stringify([image_type, name, units, data_type]);

/** Points of studies whose age is known, by age. */
export function agedPoints(measurement: PlottedMeasurement, studies: readonly PlottedStudy[]): AgedPoint[] {
  const unit = measurement.data_type === 'fetal' ? DAYS_A_WEEK : DAYS_A_YEAR;
  return measurement.points
    .flatMap((point) => {
      const of = studies[point.study];
      return of === undefined || of.age_days === null ? [] : [{ ...point, age: of.age_days / unit, of }];
    })
    .toSorted((a, b) => a.age - b.age || a.value - b.value);
}

export type Mark = 'outlier' | 'outside' | 'inside';
export const markOf = ({ outlier, state }: PlottedValue): Mark => (outlier ? 'outlier' : state === 'out_of_range' ? 'outside' : 'inside');

export const countMarks = (points: readonly PlottedValue[]): Record<Mark, number> => {
  const counts = { outlier: 0, outside: 0, inside: 0 };
  for (const point of points) counts[markOf(point)] += 1;
  return counts;
};

const withRange = ({ points }: PlottedMeasurement): boolean => points.some(({ low, high }) => low !== null || high !== null);

/** Measurements that have values of known age: those with most first, of as many those with a normal range. */
export const plottable = (measurements: readonly PlottedMeasurement[], studies: readonly PlottedStudy[]): PlottedMeasurement[] =>
  measurements
    .map((measurement) => ({ measurement, count: agedPoints(measurement, studies).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || Number(withRange(b.measurement)) - Number(withRange(a.measurement)))
    .map(({ measurement }) => measurement);
