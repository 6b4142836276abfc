/** Times and amounts as the administration writes them. */
const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

const toTheSecond = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
export const exactTime = (at: number): string => toTheSecond.format(at);
export const wholeTime = (at: number): string => dayAndTime.format(at);
export const dayText = (at: number): string => day.format(at);

/** How long ago, as far as that is of interest: minutes, the time of today, yesterday, a day. */
export function agoText(at: number, now: number): string {
  const minutes = Math.floor((now - at) / MINUTE_MS);
  if (minutes < 6) return 'now';
  if (minutes < 60) return `${minutes} min ago`;
  if (new Date(at).toDateString() === new Date(now).toDateString()) return clock.format(at);
  if (new Date(at).toDateString() === new Date(now - DAY_MS).toDateString()) return 'yesterday';
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? shortDay.format(at) : day.format(at);
}

export { counted } from '../../lib/format.ts';

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes in the largest unit that leaves a whole number before the point. */
export function bytesText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(value < 10 ? 2 : 1)} ${UNITS[power] ?? ''}`;
}
