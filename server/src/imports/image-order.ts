import type { ImageOrder } from '@echometry/bindings/engine/api.ts';

/** An image whose position is to be decided. */
export interface Placed {
  order: ImageOrder;
  /** Name of its file, the last criterion. */
  name: string;
  /** It needs a position. Other images move only if every image of the study was read. */
  isNew: boolean;
}

const natural = new Intl.Collator('en', { numeric: true });
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Names in natural order: IM2 before IM10. */
export const byName = (a: string, b: string): number => natural.compare(a, b) || byText(a, b);

const nullsLast = <T>(a: T | null, b: T | null, compare: (a: T, b: T) => number): number =>
  a === null || b === null ? Number(a === null) - Number(b === null) : compare(a, b);
const byNumber = (a: number, b: number): number => a - b;

/** By series number, then by instance number. */
const byNumbers = (a: ImageOrder, b: ImageOrder): number =>
  nullsLast(a.series_number, b.series_number, byNumber) || nullsLast(a.instance_number, b.instance_number, byNumber);

/** By time of acquisition, series number, instance number and name (docs/contracts.md); unknown ones come last. */
export const inOrder = (a: Placed, b: Placed): number =>
  nullsLast(a.order.acquired, b.order.acquired, byText) || byNumbers(a.order, b.order) || byName(a.name, b.name);

const isNumbered = ({ instance_number }: ImageOrder): boolean => instance_number !== null;

/** An image with the numbers by which new images are inserted. */
export interface Standing<T> {
  image: T;
  order: ImageOrder;
}

/**
 * Images with a place keep their order. Each new one, in its order, goes behind the last image whose numbers are not above
 * its own; to the start where all are above; to the end where numbers are missing.
 */
export function inserted<T>(standing: readonly Standing<T>[], fresh: readonly Standing<T>[]): T[] {
  const all = [...standing];
  for (const one of fresh) {
    const comparable = all.some(({ order }) => isNumbered(order)) && isNumbered(one.order);
    const before = all.findLastIndex(({ order }) => isNumbered(order) && byNumbers(order, one.order) <= 0);
    all.splice(comparable ? before + 1 : all.length, 0, one);
  }
  return all.map(({ image }) => image);
}

/** Images by their numbers; null where one has none, or two have the same. */
export function byTheirNumbers<T>(standing: readonly Standing<T>[]): T[] | null {
  if (!standing.every(({ order }) => isNumbered(order))) return null;
  const sorted = standing.toSorted((a, b) => byNumbers(a.order, b.order));
  const isDoubtful = sorted.some(({ order }, at) => at > 0 && byNumbers(sorted[at - 1]!.order, order) === 0);
  return isDoubtful ? null : sorted.map(({ image }) => image);
}
