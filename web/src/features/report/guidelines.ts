/** Grades by guidelines in words: for the screen, for the clipboard and for paper. */
import {
  factsNeeded,
  hasAnyValue,
  type BodyFacts,
  type Compared,
  type GradedCriterion,
  type GradedTable,
} from '@echometry/contract/rules/guidelines.ts';
import { isSign } from '@echometry/contract/rules/stated-values.ts';
import type { StudyHead } from '@echometry/contract/records/study.ts';
import { DASH, number } from '../../lib/format.ts';
import { unitShown } from '@echometry/contract/rules/unit-shown.ts';
import { messages, quantityWords } from './messages.ts';

const texts = messages.guidelines;

const DECIMALS = 2;
/** Most decimals by which a value is distinguished from its threshold. */
const MAX_DECIMALS = 6;

/** A value with two decimals, or as many as distinguish it from a threshold that it is not equal to. */
export function besideThreshold(value: number, threshold: number | null): string {
  for (let decimals = DECIMALS; decimals < MAX_DECIMALS; decimals += 1) {
    const shown = number(value, decimals);
    if (value === threshold || Number(shown) !== threshold) return shown;
  }
  return number(value, MAX_DECIMALS);
}

const SIGNS = { '>': '>', '>=': '≥', '<': '<', '<=': '≤' } as const;

const withUnit = (amount: string, unit: string): string => [amount, unitShown(unit)].filter(Boolean).join(' ');

const signWords = (value: number): string => (value > 0 ? messages.stated.present : messages.stated.absent);

export const valueWords = ({ value, threshold, quantity }: Compared): string =>
  value === null ? DASH : isSign(quantity.name) ? signWords(value) : withUnit(besideThreshold(value, threshold), quantity.unit);

/** A person stated the value: nothing here measures it. */
export const isStated = ({ value, quantity }: Pick<Compared, 'value' | 'quantity'>): boolean =>
  value !== null && quantity.measurements.length === 0;

/** The cut-off with its sign; it depends on sex where it is not known. */
export const cutOffWords = ({ op, threshold, quantity }: Compared): string =>
  threshold === null
    ? texts.bySex
    : isSign(quantity.name)
      ? signWords(threshold)
      : `${SIGNS[op]} ${withUnit(number(threshold), quantity.unit)}`;

export const metWords = ({ met }: Pick<GradedCriterion, 'met'>): string => (met === null ? texts.unknown : met ? texts.met : texts.notMet);

const gradeWords = (grade: string | null): string => grade ?? texts.notGraded;

/** The grade with another result of the criterion, or with a first one; empty where the grade would stay. */
export function changeWords({ met, decides, if_met, if_not_met }: GradedCriterion): string {
  if (!decides) return '';
  if (met === null) return texts.ifEither(gradeWords(if_met), gradeWords(if_not_met));
  return met ? texts.ifNotMet(gradeWords(if_not_met)) : texts.ifMet(gradeWords(if_met));
}

/** How far the grade is settled. */
export function settledWords({ grade, possible, criteria, known, met }: GradedTable): string {
  const counts = texts.counts(met, known, criteria.length);
  if (grade === null) return `${counts} ${texts.possible(possible)}`;
  if (known === criteria.length) return counts;
  const open = criteria.some(({ met: state, decides }) => state === null && decides);
  return open ? counts : `${counts} ${texts.settled}`;
}

/** Inputs that are missing and facts that the study does not have. */
export function missingWords({ missing, criteria }: GradedTable, facts: BodyFacts): string {
  const names = missing.map(({ quantity }) => quantity);
  const needed = factsNeeded({ criteria }, facts);
  return [...names, ...(needed.length === 0 ? [] : [quantityWords(needed)])].join(', ');
}

/** Body facts of a study as tables need them. */
export const bodyFactsOf = ({ sex, height_cm, weight_kg }: StudyHead): BodyFacts => ({ sex, height_cm, weight_kg });

/** Tables with a value to compare, and those without any. */
export const divided = (graded: readonly GradedTable[]): { graded: GradedTable[]; empty: GradedTable[] } => ({
  graded: graded.filter(hasAnyValue),
  empty: graded.filter((one) => !hasAnyValue(one)),
});

const joined = (criterion: GradedCriterion, words: (one: Compared) => string): string => {
  const several = criterion.compared.length > 1;
  return criterion.compared.map((one) => (several ? `${one.quantity.quantity} ${words(one)}` : words(one))).join('; ');
};

/** A criterion on paper: title, values, cut-offs, result, and the grade by another result. */
export const criterionCells = (criterion: GradedCriterion): string[] => [
  criterion.title,
  joined(criterion, (one) => (isStated(one) ? messages.stated.value(valueWords(one)) : valueWords(one))),
  joined(criterion, cutOffWords),
  metWords(criterion),
  changeWords(criterion),
];

/**
 * Rows of the report's table: anatomy, name, value, unit, indexed, cycles, range, state, z, percentile, source, image. A table has a
 * row for its grade, and one for each comparison.
 */
export function guidelineRows(graded: readonly GradedTable[]): string[][] {
  return graded.flatMap(({ pack, table, grade, criteria }) => {
    const row = ([name, value, unit, state]: readonly [string, string, string, string], from = ''): string[] => [
      texts.title,
      name,
      value,
      unit,
      '',
      '',
      '',
      state,
      '',
      '',
      pack.source.name,
      from,
    ];
    const compared = criteria.flatMap((criterion) =>
      criterion.compared.map((one) =>
        row(
          [
            `${table.title}: ${one.quantity.quantity}`,
            one.value === null ? DASH : besideThreshold(one.value, one.threshold),
            unitShown(one.quantity.unit),
            `${criterion.title} (${cutOffWords(one)}): ${metWords(one)}`,
          ],
          isStated(one) ? messages.stated.column : '',
        ),
      ),
    );
    return [row([table.title, gradeWords(grade), '', texts.research]), ...compared];
  });
}
