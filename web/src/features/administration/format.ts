/** Times and amounts as the administration writes them. */
const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const TIME = { hour: '2-digit', minute: '2-digit' } as const;

const toTheSecond = new Intl.DateTimeFormat('en-GB', { ...DATE, ...TIME, second: '2-digit' });
const toTheMinute = new Intl.DateTimeFormat('en-GB', { ...DATE, ...TIME });
const day = new Intl.DateTimeFormat('en-GB', DATE);
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const clock = new Intl.DateTimeFormat('en-GB', TIME);

export const exactTime = (at: number): string => toTheSecond.format(at);
export const wholeTime = (at: number): string => toTheMinute.format(at);
export const dayText = (at: number): string => day.format(at);
export const shortDayText = (at: number): string => shortDay.format(at);
export const clockText = (at: number): string => clock.format(at);

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes in the largest unit that leaves a whole number before the point. */
export function bytesText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toFixed(value < 10 ? 2 : 1)} ${UNITS[power] ?? ''}`;
}
