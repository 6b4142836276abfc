// Rows of the groups. Each has every field of {name, value, unit, peer, ratio, must, stretch, rounds, worst, spread?}.
import { median, ratios } from './rounds.mjs';

/**
 * A row of measurements without a peer: the median and the largest of the values.
 * @param {string} name
 * @param {readonly number[]} values one for each round, unless `more.rounds` states another number
 * @param {string} unit
 * @param {object} more what differs from the usual row: `must` is the most that the value may be
 */
export const rowOf = (name, values, unit, more = {}) => ({
  name,
  value: median(values),
  unit,
  peer: null,
  ratio: null,
  must: null,
  stretch: null,
  rounds: values.length,
  worst: Math.max(...values),
  ...more,
});

/**
 * A row of measurements beside a peer, in milliseconds of each round; `must` and `stretch` are ratios to reach.
 * @param {string} name
 * @param {readonly number[]} ours
 * @param {readonly number[]} theirs
 * @param {{peer: string, must: number | null, stretch: number | null, value?: number, unit?: string}} facts `value` is the median
 *   in milliseconds unless it is stated in another unit
 */
export const compared = (name, ours, theirs, facts) => ({
  name,
  value: median(ours),
  unit: 'ms',
  ...ratios(ours, theirs),
  rounds: ours.length,
  ...facts,
});

/** Megapixels a second of frames that took so many milliseconds each. */
export const megapixels = ({ width, height }, times) => ({ value: (width * height) / 1000 / median(times), unit: 'MP/s' });
