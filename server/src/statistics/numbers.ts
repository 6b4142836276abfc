/** Numbers about samples. Sources: docs/why/measuring.md#content-of-the-statistics. */

/** Values of a sample below which none of it counts as an outlier. */
export const MIN_SAMPLE = 8;
/** Distance beyond the quartiles, in interquartile ranges: Tukey's outer fences (Exploratory Data Analysis, 1977). */
export const FENCE = 3;

const ascending = (a: number, b: number): number => a - b;

/** Quantile of a sorted sample by linear interpolation (type 7 of Hyndman and Fan 1996, doi 10.2307/2684934); NaN of none. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN;
  return low + (high - low) * (place - below);
}

export const sorted = (values: readonly number[]): number[] => [...values].sort(ascending);

/** Which values lie beyond the outer fences of their sample; none in a small sample, or in one that hardly varies. */
export function outliers(values: readonly number[]): boolean[] {
  const ordered = sorted(values);
  const [low, high] = [quantile(ordered, 0.25), quantile(ordered, 0.75)];
  const reach = FENCE * (high - low);
  if (values.length < MIN_SAMPLE || reach === 0) return values.map(() => false);
  return values.map((value) => value < low - reach || value > high + reach);
}
