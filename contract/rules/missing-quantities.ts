/** Which quantities of the study a normal range or a value waits for (docs/image-types.md#normal-ranges). */
import type { Static } from 'typebox';
import type { Measurement } from '../generated/analysis-image.ts';
import type { NormalRange } from '../records/config-rows.ts';
import type { StudyHead } from '../records/study.ts';

export const QUANTITIES = ['gestational_age_days', 'age_days', 'sex', 'height_cm', 'weight_kg'] as const;
export type Quantity = (typeof QUANTITIES)[number];

type Range = Static<typeof NormalRange>;
type Facts = Pick<StudyHead, 'data_type' | Quantity>;

const BODY: readonly Quantity[] = ['height_cm', 'weight_kg'];

/** Reasons of values that wait for a quantity (docs/measuring.md). */
const OF_REASON: Readonly<Record<string, readonly Quantity[]>> = {
  'no-gestational-age': ['gestational_age_days'],
  'no-body-surface': BODY,
};

const needsSex = ({ sex }: Range): boolean => sex !== undefined && sex !== null;

/** Facts that a valid range depends on in addition to the sex. */
const needsOf = (range: Range): readonly Quantity[] => [
  ...(range.M === undefined && range.weeks === undefined ? [] : (['gestational_age_days'] as const)),
  ...(range.indexed_by === 'BSA' ? BODY : []),
];

/**
 * Quantities that are unknown and without which the value, or the range of the value, is undefined. A range that is not
 * checked against its source is undefined whatever is known, so it waits for nothing.
 * @param ranges of the definition, in their order: the first that holds is used
 */
export function missingQuantities(
  ranges: readonly Range[],
  facts: Facts,
  { reasons }: Pick<Measurement, 'reasons'> = {},
): readonly Quantity[] {
  const ofType = ranges.filter(({ data_type, checked }) => data_type === facts.data_type && checked);
  const holding = ofType.find((range) => !needsSex(range) || range.sex === facts.sex?.value) ?? null;
  const ofRange = holding
    ? needsOf(holding)
    : ofType.some(needsSex) && facts.sex === null
      ? (['sex', ...ofType.flatMap(needsOf)] as const)
      : [];
  const ofValue = (reasons ?? []).flatMap((reason) => OF_REASON[reason ?? ''] ?? []);
  const needed = new Set<Quantity>([...ofRange, ...ofValue]);
  return QUANTITIES.filter((quantity) => needed.has(quantity) && facts[quantity] === null);
}
