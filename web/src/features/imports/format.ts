/** Amounts and times as the imports page writes them. */
import { DASH } from '../../lib/format.ts';

const KIB = 1024;
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

export function bytes(size: number): string {
  const step = size < KIB ? 0 : Math.min(Math.floor(Math.log(size) / Math.log(KIB)), UNITS.length - 1);
  const value = size / KIB ** step;
  return `${value.toFixed(step > 1 && value < 100 ? 1 : 0)} ${UNITS[step] ?? ''}`;
}

/** Thousands apart: '1,200'. */
export const whole = (count: number): string => count.toLocaleString('en-GB');

export const whenText = (at: number): string =>
  new Date(at).toLocaleString('en-GB', { day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit', hour12: false });

/** A DICOM day as people of all countries read it. */
export const dayText = (day: string): string => (/^\d{8}$/.test(day) ? `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}` : DASH);

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

export function durationText(seconds: number): string {
  if (seconds < MINUTE_S) return `${Math.round(seconds)} s`;
  return seconds < HOUR_S
    ? `${Math.floor(seconds / MINUTE_S)} min ${Math.round(seconds % MINUTE_S)} s`
    : `${Math.floor(seconds / HOUR_S)} h ${Math.floor((seconds % HOUR_S) / MINUTE_S)} min`;
}
