/** Bands of a plot of values: curves of reference values over its axis, and ranges that are a function of the age or the same for everybody. */
import type { DataType } from '@echometry/contract/records/data-type.ts';
import type { JudgedMeasurement } from './judged.ts';
import { isOfAxis, type PlacedPoint, type PlotAxis } from './values.ts';

export interface Band {
  /** Whom the limits are for; null for everybody. */
  sex: 'M' | 'F' | null;
  /** Limits from the first to the last place on the axis; null at an open end. */
  ends: readonly { at: number; low: number | null; high: number | null; expected: number | null }[];
}

export interface Ranges {
  bands: readonly Band[];
  /** Points whose limits depend on more than age and sex: each has its own. */
  single: readonly PlacedPoint[];
}

type Limits = Pick<PlacedPoint, 'low' | 'high' | 'expected'>;
const KEYS = ['low', 'high', 'expected'] as const;

const hasLimits = ({ low, high }: Limits): boolean => low !== null || high !== null;
const same = (a: Limits, b: Limits): boolean => KEYS.every((key) => a[key] === b[key]);

/** Each limit only rises or only falls with age, and is one at one age. */
function followAge(points: readonly PlacedPoint[]): boolean {
  const pairs = points.slice(1).flatMap((point, before) => {
    const previous = points[before];
    return previous ? [{ previous, point }] : [];
  });
  if (pairs.some(({ previous, point }) => previous.at === point.at && !same(previous, point))) return false;
  return KEYS.every((key) => {
    const steps = pairs.map(({ previous, point }) => Math.sign((point[key] ?? Number.NaN) - (previous[key] ?? Number.NaN)));
    if (points.every((point) => point[key] === null)) return true;
    return !steps.some(Number.isNaN) && !(steps.includes(1) && steps.includes(-1));
  });
}

const bandOf = (points: readonly PlacedPoint[], sex: Band['sex']): Band => ({
  sex,
  ends: points.map(({ at, low, high, expected }) => ({ at, low, high, expected })),
});

/**
 * The normal ranges of points. Limits of a fetus are equations of its age. All others are the same at every age, so limits
 * that differ mean that they depend on something else: the sex, or what the plot does not show.
 * @param points by age
 */
export function rangesOf(points: readonly PlacedPoint[], dataType: DataType): Ranges {
  const limited = points.filter(hasLimits);
  const [first] = limited;
  if (first === undefined) return { bands: [], single: [] };
  if (limited.every((point) => same(point, first)) || (dataType === 'fetal' && followAge(limited)))
    return { bands: [bandOf(limited, null)], single: [] };
  const bands: Band[] = [];
  const single: PlacedPoint[] = [];
  for (const sex of ['M', 'F', null] as const) {
    const own = limited.filter(({ of }) => (of.sex === 'M' || of.sex === 'F' ? of.sex : null) === sex);
    const [one] = own;
    if (one === undefined) continue;
    if (sex !== null && own.every((point) => same(point, one))) bands.push(bandOf(own, sex));
    else single.push(...own);
  }
  return { bands, single };
}

/** Limits of a row over its predictor. */
export interface PlottedCurve extends Band {
  row: string;
}

const SEX_OF = { male: 'M', female: 'F', any: null } as const;

/** Curves of the rows that judge points, over the axis and as far as the points reach. */
export function curvesOf(
  { curves, rows }: Pick<JudgedMeasurement, 'curves' | 'rows'>,
  axis: PlotAxis,
  points: readonly PlacedPoint[],
): PlottedCurve[] {
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  return curves
    .filter(({ row, curve }) => isOfAxis(curve.over, axis) && points.some(({ standing }) => standing?.row === row))
    .flatMap(({ row, curve }): PlottedCurve[] => {
      // A point beyond each end, so that the curve passes all values.
      const from = curve.points.findLastIndex(({ at }) => at <= first);
      const to = curve.points.findIndex(({ at }) => at >= last);
      const ends = curve.points.slice(Math.max(from, 0), to < 0 ? undefined : to + 1);
      const population = rows.get(row)?.row.population;
      return ends.length < 2 ? [] : [{ row, sex: SEX_OF[population?.sex ?? 'any'], ends }];
    });
}
