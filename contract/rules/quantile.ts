const ascending = (a: number, b: number): number => a - b;

export const sorted = (values: readonly number[]): number[] => [...values].sort(ascending);

/** Quantile of a sorted sample by linear interpolation (type 7 of Hyndman and Fan 1996, doi 10.2307/2684934); NaN of none. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN;
  return low + (high - low) * (place - below);
}
