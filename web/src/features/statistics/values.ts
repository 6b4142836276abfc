/** A measurement against age or a predictor of its reference values: its points in order, and where they are. */
import type { Standing, Variable } from '@echometry/contract/generated/references.ts';
import type { PlottedMeasurement, PlottedStudy, PlottedValue } from '@echometry/contract/records/statistics.ts';
import { messages as measured } from '../../image-page/measurements/messages.ts';
import { judgedPoint, type JudgedMeasurement } from './judged.ts';
import { messages } from './messages.ts';
import { DAYS_A_WEEK, DAYS_A_YEAR } from './plot-size.ts';

export interface PlacedPoint extends PlottedValue {
  /** Its place on the axis. */
  at: number;
  of: PlottedStudy;
  /** Where it is among the reference values of the project; null where none judges it. */
  standing: Standing | null;
}

/** The axis of values: age (of the pregnancy for a fetus), or another predictor. */
export type PlotAxis = 'age' | Variable;

/** Predictors that are the age in the unit of the plot. */
const AGES: readonly Variable[] = ['age_years', 'ga_weeks'];
export const isOfAxis = (over: Variable | null, axis: PlotAxis): boolean =>
  over !== null && (axis === 'age' ? AGES.includes(over) : over === axis);

/** Name and unit of an axis. */
export function axisWords(axis: PlotAxis, { data_type }: Pick<PlottedMeasurement, 'data_type'>): { name: string; unit: string } {
  if (axis !== 'age') return measured.standing.variables[axis];
  return data_type === 'fetal' ? messages.values.axes.fetal : messages.values.axes.other;
}

/** Rows of curves over an axis. */
const rowsOver = ({ curves }: Pick<JudgedMeasurement, 'curves'>, axis: PlotAxis): ReadonlySet<string> =>
  new Set(curves.filter(({ curve }) => isOfAxis(curve.over, axis)).map(({ row }) => row));

/** Points that have a place on the axis, in its order. On another predictor than age these are the points of the rows that use it. */
export function placedPoints(
  measurement: PlottedMeasurement,
  studies: readonly PlottedStudy[],
  judged: JudgedMeasurement | null = null,
  axis: PlotAxis = 'age',
): PlacedPoint[] {
  const unit = measurement.data_type === 'fetal' ? DAYS_A_WEEK : DAYS_A_YEAR;
  const rows = judged === null ? new Set<string>() : rowsOver(judged, axis);
  return measurement.points
    .flatMap((point, index): PlacedPoint[] => {
      const of = studies[point.study];
      const found = judged?.standings[index] ?? null;
      const age = of?.age_days ?? null;
      const at = axis === 'age' ? age && age / unit : found !== null && rows.has(found.standing.row) ? found.here : null;
      if (of === undefined || at === null) return [];
      const standing = found?.standing ?? null;
      return [{ ...judgedPoint(point, standing), at, of, standing }];
    })
    .toSorted((a, b) => a.at - b.at || a.value - b.value);
}

/** Axes that a measurement can have; first the predictor by which most of its values are judged. */
export function axesOf(judged: JudgedMeasurement | null): PlotAxis[] {
  if (judged === null) return ['age'];
  const counts = new Map<PlotAxis, number>();
  for (const { row, curve } of judged.curves) {
    if (curve.over === null) continue;
    const axis = isOfAxis(curve.over, 'age') ? 'age' : curve.over;
    const own = judged.standings.filter((one) => one?.standing.row === row && one.here !== null).length;
    counts.set(axis, (counts.get(axis) ?? 0) + own);
  }
  const others = [...counts].filter(([axis, count]) => axis !== 'age' && count > 0).toSorted(([, a], [, b]) => b - a);
  const [most] = others;
  const names = others.map(([axis]) => axis);
  return most !== undefined && most[1] > (counts.get('age') ?? 0) ? [...names, 'age'] : ['age', ...names];
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
    .map((measurement) => ({ measurement, count: placedPoints(measurement, studies).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || Number(withRange(b.measurement)) - Number(withRange(a.measurement)))
    .map(({ measurement }) => measurement);
