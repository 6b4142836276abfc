/** Intervals and changes in words. */
import type { Variability } from '@echometry/contract/records/variability.ts';
import type { Standard } from '@echometry/contract/rules/standards.ts';
import { fixed, signed } from '../../lib/format.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import type { DatedChange } from './trend.ts';
import type { NoInterval, Uncertainty } from './uncertainty.ts';

/** Figures of a width that mean something. */
const FIGURES = 2;
const MAX_DECIMALS = 3;

/** Decimals by which a width has two figures. */
const decimalsOf = (width: number): number =>
  width > 0 ? Math.min(MAX_DECIMALS, Math.max(0, FIGURES - 1 - Math.floor(Math.log10(width)))) : 0;

const withUnit = (text: string, units: string): string => [text, unitShown(units)].filter((one) => one !== '').join(' ');

/** 46.1 to 57.2 %, or ± 5.6 % where the bias is not shown. */
export function intervalText({ interval: { half, ends } }: Pick<Uncertainty, 'interval'>, units: string): string {
  const decimals = decimalsOf(half);
  return withUnit(ends === null ? `± ${fixed(half, decimals)}` : `${fixed(ends[0], decimals)} to ${fixed(ends[1], decimals)}`, units);
}

const STANDARD_WORDS: Readonly<Record<Standard, string>> = {
  gold: 'gold cases',
  consensus: 'cases of finished consensuses',
  others: 'cases of other readers',
};

const dayText = (at: number): string => new Date(at).toLocaleDateString('en-GB', { dateStyle: 'medium' });

/** 20 gold cases, certificate of 3 Nov 2026. */
export const sourceText = ({ n, standard, certified, since }: Variability): string =>
  `${n} ${STANDARD_WORDS[standard]}, ${certified ? `certificate of ${dayText(since)}` : `compared on ${dayText(since)}`}`;

export const biasText = ({ bias, units }: Pick<Variability, 'bias' | 'units'>, half: number): string | null =>
  bias === null ? null : withUnit(signed(bias, decimalsOf(half)), units);

export const NO_INTERVAL_WORDS: Readonly<Record<NoInterval, string>> = {
  review: 'None: a review corrects the work of another reader, and its variability is not measured.',
  'not-measured':
    'Unknown: for this value the reader has no valid certificate and no comparison of at least 10 cases that you may see, or has drifted since.',
  parts: 'Unknown: the variability of the values that it is computed from is not measured.',
  zero: 'Unknown: the value that the ratio is divided by may be zero.',
};

/** Points of percent are not percent of the value. */
const changeUnit = (units: string): string => (units === '%' ? 'percentage points' : units);

export const uncertaintyWords = {
  interval: '95 % interval',
  short: (text: string): string => `95 %: ${text}`,
  blind: 'The bias of your readings is not shown, and not taken off.',
  heading: 'Uncertainty',
  from: 'From',
  bias: 'Bias',
  takenOff: (bias: string): string => `${bias}, taken off`,
  combined: (names: readonly string[]): string => `Combined of ${names.join(', ')}`,
  ofOthers: 'It is an interval of what other readers would measure.',
  tracing: 'Moving the points by a pixel changes this value more than the reader’s readings vary: this counts.',
  failed: (reason: string): string => `The variability of the reader could not be read: ${reason}`,
  tip: (sources: readonly string[]): string => `95 % interval of the true value, from ${sources.join('; ')}`,
  smallest: (smallest: number, units: string, sameReader: boolean): string =>
    `Smallest real change: ${withUnit(fixed(smallest, decimalsOf(smallest)), changeUnit(units))} (${sameReader ? 'same reader' : 'different readers'}).`,
  change({ from, to, change, smallest, sameReader }: DatedChange, units: string): string {
    const decimals = decimalsOf(smallest);
    const corrected = sameReader ? '' : `, ${withUnit(signed(change, decimals), changeUnit(units))} without their biases,`;
    const outcome = Math.abs(change) > smallest ? 'is a real change' : 'is within it';
    return `${withUnit(`${fixed(from, decimals)} to ${fixed(to, decimals)}`, units)}${corrected} ${outcome}.`;
  },
  noChange: 'Smallest real change: unknown, because the variability of the readers is not known.',
};
