/** Normal bands of a plot of values by age: only where limits are a function of the age, or the same for everybody. */
import type { DataType } from '@echometry/contract/records/data-type.ts';
import type { AgedPoint } from './values.ts';

export interface Band {
  /** Whom the limits are for; null for everybody. */
  sex: 'M' | 'F' | null;
  /** Limits from the lowest to the highest age; null at an open end. */
  ends: readonly { age: number; low: number | null; high: number | null; expected: number | null }[];
}

export interface Ranges {
  bands: readonly Band[];
  /** Points whose limits depend on more than age and sex: each has its own. */
  single: readonly AgedPoint[];
}

type Limits = Pick<AgedPoint, 'low' | 'high' | 'expected'>;
const KEYS = ['low', 'high', 'expected'] as const;

const hasLimits = ({ low, high }: Limits): boolean => low !== null || high !== null;
const same = (a: Limits, b: Limits): boolean => KEYS.every((key) => a[key] === b[key]);

/** Each limit only rises or only falls with age, and is one at one age. */
function followAge(points: readonly AgedPoint[]): boolean {
  const pairs = points.slice(1).flatMap((point, before) => {
    const previous = points[before];
    return previous ? [{ previous, point }] : [];
  });
  if (pairs.some(({ previous, point }) => previous.age === point.age && !same(previous, point))) return false;
  return KEYS.every((key) => {
    const steps = pairs.map(({ previous, point }) => Math.sign((point[key] ?? Number.NaN) - (previous[key] ?? Number.NaN)));
    if (points.every((point) => point[key] === null)) return true;
    return !steps.some(Number.isNaN) && !(steps.includes(1) && steps.includes(-1));
  });
}

const bandOf = (points: readonly AgedPoint[], sex: Band['sex']): Band => ({
  sex,
  ends: points.map(({ age, low, high, expected }) => ({ age, low, high, expected })),
});

/**
 * The normal ranges of points. Limits of a fetus are equations of its age. All others are the same at every age, so limits
 * that differ mean that they depend on something else: the sex, or what the plot does not show.
 * @param points by age
 */
export function rangesOf(points: readonly AgedPoint[], dataType: DataType): Ranges {
  const limited = points.filter(hasLimits);
  const [first] = limited;
  if (first === undefined) return { bands: [], single: [] };
  if (limited.every((point) => same(point, first)) || (dataType === 'fetal' && followAge(limited)))
    return { bands: [bandOf(limited, null)], single: [] };
  const bands: Band[] = [];
  const single: AgedPoint[] = [];
  for (const sex of ['M', 'F', null] as const) {
    const own = limited.filter(({ of }) => (of.sex === 'M' || of.sex === 'F' ? of.sex : null) === sex);
    const [one] = own;
    if (one === undefined) continue;
    if (sex !== null && own.every((point) => same(point, one))) bands.push(bandOf(own, sex));
    else single.push(...own);
  }
  return { bands, single };
}
