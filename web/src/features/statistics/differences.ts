/** Differences of readers as they are shown. */
import type { ValueAgreementRow } from '@echometry/contract/records/agreement.ts';

const LEAST_DECIMALS = 2;
const MOST_DECIMALS = 5;
/** Digits that the wider limit of agreement keeps: ratios differ by hundredths, volumes by millilitres. */
const SIGNIFICANT_DIGITS = 2;

/** Decimals that show differences of a row: as values have, or more where its limits are narrow. */
export function differenceDecimals({ bias, lower, upper }: Pick<ValueAgreementRow, 'bias' | 'lower' | 'upper'>): number {
  const widest = Math.max(...[bias, lower, upper].map(({ value }) => Math.abs(value ?? 0)));
  if (widest === 0) return LEAST_DECIMALS;
  const needed = SIGNIFICANT_DIGITS - 1 - Math.floor(Math.log10(widest));
  return Math.min(MOST_DECIMALS, Math.max(LEAST_DECIMALS, needed));
}
