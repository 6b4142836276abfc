/** How far readers are apart in a measurement of the same picture (docs/readers.md#triage). */
import type { CertifiedValue } from '../records/certificate.ts';

/** Limits of agreement are this many standard deviations from the bias. */
const LIMITS_SD = 1.96;

/** Percentage points of EF: ±10 in 95 % of readings (Gordon 1983, doi:10.1016/s0735-1097(83)80278-2). */
const FRACTION_POINTS = 5;
/** Shares of a volume at end diastole (±15 % in 95 % of readings) and at end systole (±25 %), from the same paper. */
const FULL_VOLUME_SHARE = 0.077;
const EMPTY_VOLUME_SHARE = 0.128;
/** Of longitudinal strain: 5.4 % to 8.6 % (Farsalinos 2015, doi:10.1016/j.echo.2015.06.011). */
const STRAIN_SHARE = 0.08;

/** Shares by unit. No paper covers all measurements: these are assumed, and a certificate of the reader replaces them. */
const SHARES: Readonly<Record<string, number>> = {
  ml: EMPTY_VOLUME_SHARE,
  mm: 0.06,
  cm: 0.06,
  cm2: 0.08,
  'cm/s': 0.06,
  'm/s': 0.06,
  ms: 0.08,
  bpm: 0.03,
};
/** Ratios, pressures, masses and other values that are made of several. */
const OTHER_SHARE = 0.12;

const STRAIN = /gls|strain/i;

export interface Deviating {
  name: string;
  units: string;
  value: number;
  /** Of the measurement, such as end_diastole; null where it has none or several. */
  event: string | null;
}

/** Standard deviation of readers in a measurement, in its unit. */
export function readerDeviation({ name, units, value, event }: Deviating): number {
  const size = Math.abs(value);
  if (STRAIN.test(name)) return size * STRAIN_SHARE;
  if (units === '%') return FRACTION_POINTS;
  if (units === 'ml' && event?.startsWith('end_diastole') === true) return size * FULL_VOLUME_SHARE;
  return size * (SHARES[units] ?? OTHER_SHARE);
}

/** The deviation that a certificate showed; null where it states no limits. */
export const certifiedDeviation = ({ lower, upper }: Pick<CertifiedValue, 'lower' | 'upper'>): number | null =>
  lower === null || upper === null || upper <= lower ? null : (upper - lower) / (2 * LIMITS_SD);

/** Standard deviation of a mean over cycles: what the reader adds to all cycles alike, and the spread of the cycles. */
export function deviationOfMean(reader: number, cycles: readonly number[]): number {
  const n = cycles.length;
  if (n < 2) return reader;
  const mean = cycles.reduce((sum, one) => sum + one, 0) / n;
  const variance = cycles.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (n - 1);
  return Math.sqrt(reader ** 2 + variance / n);
}
