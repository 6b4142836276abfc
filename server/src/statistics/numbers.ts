/** Numbers about samples. Sources: docs/why/measuring.md#content-of-the-statistics. */

import { quantile, sorted } from '@echometry/contract/rules/quantile.ts';

/** Values of a sample below which none of it counts as an outlier. */
export const MIN_SAMPLE = 8;
/** Distance beyond the quartiles, in interquartile ranges: Tukey's outer fences (Exploratory Data Analysis, 1977). */
export const FENCE = 3;

/** Which values lie beyond the outer fences of their sample; none in a small sample, or in one that hardly varies. */
export function outliers(values: readonly number[]): boolean[] {
  const ordered = sorted(values);
  const [low, high] = [quantile(ordered, 0.25), quantile(ordered, 0.75)];
  const reach = FENCE * (high - low);
  if (values.length < MIN_SAMPLE || reach === 0) return values.map(() => false);
  return values.map((value) => value < low - reach || value > high + reach);
}
