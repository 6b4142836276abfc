import { createHmac } from 'node:crypto';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Dates move back by 1 to this many days, the same for all studies of a patient in a project. */
const MAX_SHIFT_DAYS = 365;

/** Days added to every date of a patient: negative, from a keyed hash, so that it cannot be undone without the key. */
export function dateShiftDays(key: Uint8Array, patientKey: string): number {
  const hash = createHmac('sha256', key).update(`date-shift\n${patientKey}`).digest();
  return -(1 + (hash.readUInt32BE(0) % MAX_SHIFT_DAYS));
}

/** Study date of files that carry none or an impossible one; it marks them and keeps them together. */
export const NO_DATE = '19000101';

/** YYYYMMDD moved by whole days; NO_DATE for an invalid date. */
export function shiftDate(yyyymmdd: string | null, days: number): string {
  if (yyyymmdd === null || !/^[0-9]{8}$/.test(yyyymmdd)) return NO_DATE;
  const [year, month, day] = [yyyymmdd.slice(0, 4), yyyymmdd.slice(4, 6), yyyymmdd.slice(6, 8)].map(Number) as [number, number, number];
  const time = Date.UTC(year, month - 1, day);
  const there = new Date(time);
  if (year < 1900 || there.getUTCMonth() !== month - 1 || there.getUTCDate() !== day) return NO_DATE;
  return new Date(time + days * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
}
