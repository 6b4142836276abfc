/** Two reports side by side: pairs of values, and their differences. */
import { hasValue, valuesOf, type AnatomySummary, type ReportValue } from './report.ts';

export interface ComparedValue {
  key: string;
  name: string;
  anatomy: string;
  from: string;
  units: string;
  /** Null where that report has no such value. */
  first: ReportValue | null;
  second: ReportValue | null;
  /** First minus second, which is the reference, in `units`; null unless both have a value. */
  difference: number | null;
  /** The difference in percent of the mean of both; null also where that mean is 0. */
  percent: number | null;
}

/** Values of one study belong together by image; those of two by type and, where a type has several references, by view. */
export type Pairing = 'image' | 'type';

type Placed = ReportValue & { anatomy: string };

const placedOf = (report: readonly AnatomySummary[]): Placed[] =>
  report.flatMap((anatomy) => valuesOf([anatomy]).map((value) => ({ ...value, anatomy: anatomy.name_short })));

/** Types that one report has several images of: the view is needed to distinguish their values. */
function severalOf(values: readonly Placed[]): ReadonlySet<string> {
  const images = new Map<string, Set<string>>();
  for (const { from, image_id } of values) images.set(from, (images.get(from) ?? new Set()).add(image_id));
  return new Set([...images].filter(([, some]) => some.size > 1).map(([type]) => type));
}

function differenceOf(first: ReportValue | null, second: ReportValue | null): Pick<ComparedValue, 'difference' | 'percent'> {
  const [a, b] = [first?.measurement.aggregate, second?.measurement.aggregate];
  if (a === undefined || b === undefined || first?.units !== second?.units) return { difference: null, percent: null };
  const mean = (a + b) / 2;
  return { difference: a - b, percent: mean === 0 ? null : (100 * (a - b)) / Math.abs(mean) };
}

/**
 * Every value that at least one of the reports has, in the order of the first, then the values only in the second. Of two studies
 * only references are compared: other images have no counterpart.
 */
export function compareReports(first: readonly AnatomySummary[], second: readonly AnatomySummary[], pairing: Pairing): ComparedValue[] {
  const counts = (value: Placed): boolean => hasValue(value.measurement) && (pairing === 'image' || value.reference);
  const [a, b] = [placedOf(first).filter(counts), placedOf(second).filter(counts)];
  const several = new Set([...severalOf(a), ...severalOf(b)]);
  const keyOf = ({ from, view, name, key }: Placed): string =>
    pairing === 'image' ? key : [from, several.has(from) ? (view ?? '') : '', name].join(' | ');
  const found = new Map<string, [Placed | null, Placed | null]>();
  // Of several images of one type and view the first counts.
  for (const value of a) if (!found.has(keyOf(value))) found.set(keyOf(value), [value, null]);
  for (const value of b) {
    const known = found.get(keyOf(value));
    if (!known) found.set(keyOf(value), [null, value]);
    else known[1] ??= value;
  }
  return [...found].flatMap(([key, [one, other]]) => {
    const value = one ?? other;
    if (!value) return [];
    const { name, anatomy, from, units } = value;
    return { key, name, anatomy, from, units, first: one, second: other, ...differenceOf(one, other) };
  });
}
