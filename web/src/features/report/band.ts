/** Place of a value and its normal limits on a bar, as shares of its width. */
import type { NormalState } from '@echometry/contract/generated/analysis-image.ts';

export interface Band {
  /** The normal range on the bar. */
  from: number;
  to: number;
  /** The value; at an end where it lies beyond the bar. */
  at: number;
  /** The value lies farther out than the bar reaches. */
  beyond: boolean;
}

/** Shares of the bar at which limits stand: the outer parts are for what is out of range. */
const LOW_AT = 0.28;
const HIGH_AT = 0.72;
/** Values stay this far from the ends, so that the marker is whole. */
const MARGIN = 0.01;

/**
 * The normal limits of a value on a bar. The bar is linear. Between two limits its scale is their distance; with a single limit the other end is open, and the
 * scale is the limit itself.
 * @returns null where no range holds
 */
export function bandOf(normal: NormalState | undefined, aggregate: number | undefined): Band | null {
  if (!normal || normal.state === 'undefined' || aggregate === undefined) return null;
  return bandBetween(normal, normal.indexed ?? aggregate);
}

/** @param value in the unit of the limits */
export function bandBetween({ low, high }: { low: number | null; high: number | null }, value: number): Band | null {
  const width = low !== null && high !== null ? high - low : Math.abs(low ?? high ?? 0);
  if (!(width > 0)) return null;
  const along = (HIGH_AT - LOW_AT) / width;
  const place = low === null ? HIGH_AT + (value - (high ?? 0)) * along : LOW_AT + (value - low) * along;
  return {
    from: low === null ? 0 : LOW_AT,
    to: high === null ? 1 : HIGH_AT,
    at: Math.min(Math.max(place, MARGIN), 1 - MARGIN),
    beyond: place < 0 || place > 1,
  };
}
