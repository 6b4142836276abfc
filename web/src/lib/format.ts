/** How numbers and times are written for people. Rounding happens here and nowhere before. */
import { messages } from './messages.ts';

/** Text of an unknown value. */
export const DASH = '—';

/** A number with two decimals at most, a dash when there is none (docs/specification.md#platform-9). */
export function number(value: number | null | undefined, decimals = 2): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return DASH;
  return String(Number(value.toFixed(decimals)));
}

/** A small negative number after rounding: its sign is meaningless. */
const NEGATIVE_ZERO = /^-(?=0(\.0*)?$)/;

/** A number that keeps its width while it changes. */
export const fixed = (value: number | null | undefined, decimals: number): string =>
  value === null || value === undefined || !Number.isFinite(value) ? DASH : value.toFixed(decimals).replace(NEGATIVE_ZERO, '');

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago, in the words of a list: 'now', '5 min ago', '2 h ago', 'yesterday', '3 days ago', then the date. */
export function ago(then: number | null, now: number): string {
  if (then === null) return DASH;
  const passed = now - then;
  if (passed < MINUTE) return messages.time.now;
  if (passed < HOUR) return messages.time.minutes(Math.floor(passed / MINUTE));
  if (passed < DAY) return messages.time.hours(Math.floor(passed / HOUR));
  const days = Math.floor(passed / DAY);
  if (days === 1) return messages.time.yesterday;
  if (days < 7) return messages.time.days(days);
  return new Date(then).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...(passed > 300 * DAY ? { year: 'numeric' } : {}) });
}

/** Seconds since a save: 'just now', '3 s ago', then as `ago`. */
export function shortlyAgo(then: number, now: number): string {
  const passed = now - then;
  if (passed < 2 * SECOND) return messages.time.justNow;
  if (passed < MINUTE) return messages.time.seconds(Math.floor(passed / SECOND));
  return ago(then, now);
}

/** Gestational age in weeks and days, as obstetrics writes it: 28w3d. */
export const gestationalAge = (days: number | null): string =>
  days === null ? messages.time.ageUnknown : `${Math.floor(days / 7)}w${days % 7}d`;

/** Bytes in MB as disks count them. */
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;

/** Bytes in MiB as memory is counted. */
export const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MiB`;

/**
 * A difference with its sign; one that rounds to zero has no sign.
 * @param decimals as many as the values it belongs to; at most two for a single number
 */
export function signed(value: number | null, decimals?: number): string {
  const shown = decimals === undefined ? number(value) : fixed(value, decimals);
  return `${Number(shown) > 0 ? '+' : ''}${shown}`;
}

const FRACTION_DECIMALS = 2;
/** Decimals of a column or row: none where all of its numbers are whole. */
export const decimalsOf = (values: readonly (number | string | null)[]): number =>
  values.every((value) => typeof value !== 'number' || Number.isInteger(value)) ? 0 : FRACTION_DECIMALS;

/** Date of a study next to its label or in a column of dates; projects can hide it from blind editors. */
export const dateCell = (date: string | null): string => (date === null || date === '' ? 'hidden' : date);
/** The same where nothing else states that it is a date. */
export const studyDate = (date: string | null): string => (date === null || date === '' ? 'date hidden' : date);
