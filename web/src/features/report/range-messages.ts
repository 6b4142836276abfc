/** A normal range in words: its limits, the place of the value, and the source. */
import type { Measurement, RangeState } from '@echometry/contract/generated/analysis-image.ts';
import type { Quantity } from '@echometry/contract/rules/missing-quantities.ts';
import { fixed, number } from '../../lib/format.ts';
import { shownValue } from '../../image-page/measurements/rows.ts';
import { unitShown } from '../../image-page/measurements/units.ts';

export const STATE_WORDS: Readonly<Record<RangeState, string>> = {
  in_range: 'in range',
  out_of_range: 'out of range',
  undefined: 'undefined',
};

export const QUANTITY_WORDS: Readonly<Record<Quantity, string>> = {
  gestational_age_days: 'gestational age',
  age_days: 'age',
  sex: 'sex',
  height_cm: 'height',
  weight_kg: 'weight',
};

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;

/** Lists the missing quantities. */
export const missingWords = (missing: readonly Quantity[]): string => `Needs ${listed(missing.map((one) => QUANTITY_WORDS[one]))}`;

/** Decimals that two limits need, two at most: 0.6 – 1.0. */
const decimalsOf = (...limits: number[]): number => Math.max(...limits.map((limit) => number(limit).split('.')[1]?.length ?? 0));

/** Limits with their unit; null without a range that holds. */
export function limitWords({ normal, units }: Pick<Measurement, 'normal' | 'units'>): string | null {
  if (!normal || normal.state === 'undefined') return null;
  const { low, high, indexed } = normal;
  const unit = `${unitShown(units)}${indexed === null ? '' : '/m²'}`;
  const limits =
    low !== null && high !== null
      ? `${fixed(low, decimalsOf(low, high))} – ${fixed(high, decimalsOf(low, high))}`
      : low === null
        ? `at most ${number(high)}`
        : `at least ${number(low)}`;
  return unit === '' ? limits : `${limits} ${unit}`;
}

/** The value per square metre with its unit, where the limits are of that; empty otherwise. */
export const indexedWords = ({ normal, units }: Pick<Measurement, 'normal' | 'units'>): string =>
  !normal || normal.state === 'undefined' || normal.indexed === null ? '' : `${shownValue(normal.indexed)} ${unitShown(units)}/m²`;

/** Where the value is: its grade where the range has grades, else in or out of range. */
export const stateWords = ({ normal }: Pick<Measurement, 'normal'>): string =>
  [STATE_WORDS[normal?.state ?? 'undefined'], normal?.grade].filter(Boolean).join(', ');

/** Why no range is applied, for the reasons of the engine that a reader can do nothing about. */
const UNDEFINED_WORDS: Readonly<Record<string, string>> = {
  'no range applies to this study': 'No range for this study',
  'the range is not checked against its source': 'Range not checked against its source',
  "the gestational age is outside of the range's weeks": 'Gestational age outside of the range',
  'the range names no limits': 'No limits published',
};

/** Text below a value: the range with its source, what it waits for, or why it is not applied; null without a value or a range. */
export function rangeWords(measurement: Measurement, missing: readonly Quantity[]): string | null {
  const { normal, aggregate } = measurement;
  if (missing.length > 0) return `${missingWords(missing)}${normal?.source ? ` · ${normal.source}` : ''}`;
  if (aggregate === undefined) return null;
  const limits = limitWords(measurement);
  if (!normal) return null;
  // Limits per square metre belong to another number than the one above them.
  const indexed = limits === null || normal.indexed === null ? null : `indexed ${shownValue(normal.indexed)}`;
  if (limits !== null) return [indexed, normal.grade, `normal ${limits}`, normal.source].filter(Boolean).join(' · ');
  const reason = UNDEFINED_WORDS[normal.reason ?? ''] ?? normal.reason;
  return [reason, normal.source].filter(Boolean).join(' · ');
}
