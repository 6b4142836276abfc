/** Grades by decision tables of guidelines, with what they rest on (docs/references.md#decision-tables). */
import type { ComparisonResult, CriterionResult, GuidelineResult } from '../generated/references.ts';
import type { GuidelineTable, ReferencePack } from '../records/reference-pack.ts';

export type TableInput = GuidelineTable['inputs'][number];

/** A decision table with the source it is from. */
export interface SourcedTable {
  pack: ReferencePack;
  table: GuidelineTable;
}

export const tablesOf = (packs: readonly ReferencePack[]): SourcedTable[] =>
  packs.flatMap((pack) => (pack.tables ?? []).map((table) => ({ pack, table })));

export type MeasuredInput = TableInput['measurements'][number];

/** Measurements that any table asks for. */
export const measuredInputs = (packs: readonly ReferencePack[]): MeasuredInput[] =>
  tablesOf(packs).flatMap(({ table }) => table.inputs.flatMap(({ measurements }) => measurements));

/** A comparison of a criterion, with the input it compares. */
export interface Compared extends ComparisonResult {
  quantity: TableInput;
}

export interface GradedCriterion {
  name: string;
  title: string;
  met: boolean | null;
  /** The comparisons that count: of the first group that is known, otherwise of all groups. */
  compared: readonly Compared[];
  decides: boolean;
  /** The grade if the criterion were met; null where it would stay open. */
  if_met: string | null;
  if_not_met: string | null;
}

/** The grade of a study by a table. */
export interface GradedTable extends SourcedTable {
  grade: string | null;
  possible: readonly string[];
  criteria: readonly GradedCriterion[];
  known: number;
  met: number;
  /** Inputs without a value, of criteria that are unknown. */
  missing: readonly TableInput[];
}

function groupThatCounts(groups: readonly (readonly Compared[])[]): readonly Compared[] {
  return groups.find((group) => group.some(({ met }) => met !== null)) ?? groups.flat();
}

function criterionOf(found: CriterionResult, { criteria, inputs }: GuidelineTable): GradedCriterion[] {
  const stored = criteria.find(({ name }) => name === found.name);
  if (stored === undefined) return [];
  // The engine lists the comparisons of all groups, one group after the other.
  let from = 0;
  const groups = stored.groups.map((group) => {
    const compared = found.comparisons.slice(from, from + group.length);
    from += group.length;
    return compared.flatMap((one): Compared[] => {
      const quantity = inputs.find(({ name }) => name === one.input);
      return quantity === undefined ? [] : [{ ...one, quantity }];
    });
  });
  const { name, title, met, decides, if_met, if_not_met } = found;
  return [{ name, title, met, decides, if_met, if_not_met, compared: groupThatCounts(groups) }];
}

/** Results of the engine with their tables, in the order of the results. */
export function gradedTables(tables: readonly SourcedTable[], results: readonly GuidelineResult[]): GradedTable[] {
  return results.flatMap(({ table: id, grade, possible, criteria: found, missing }): GradedTable[] => {
    const sourced = tables.find(({ table }) => table.id === id);
    if (sourced === undefined) return [];
    const criteria = found.flatMap((one) => criterionOf(one, sourced.table));
    return [
      {
        ...sourced,
        grade,
        possible,
        criteria,
        known: criteria.filter(({ met }) => met !== null).length,
        met: criteria.filter(({ met }) => met === true).length,
        missing: sourced.table.inputs.filter(({ name }) => missing.includes(name)),
      },
    ];
  });
}

/** Something of the study is known that the table asks for. */
export const hasAnyValue = ({ criteria }: Pick<GradedTable, 'criteria'>): boolean =>
  criteria.some(({ compared }) => compared.some(({ value }) => value !== null));

/** Facts of the patient without which criteria stay unknown. */
export interface BodyFacts {
  sex: unknown;
  height_cm: unknown;
  weight_kg: unknown;
}

const PER_SURFACE = '/m2';

/** Facts that the study does not have and that a table needs: sex for its thresholds, height and weight for indexed values. */
export function factsNeeded({ criteria }: Pick<GradedTable, 'criteria'>, facts: BodyFacts): (keyof BodyFacts)[] {
  const unknown = criteria.filter(({ met }) => met === null).flatMap(({ compared }) => compared);
  const bySex = unknown.some(({ value, threshold }) => value !== null && threshold === null);
  const indexed = unknown.some(
    ({ value, quantity: { unit, measurements } }) => value === null && unit.endsWith(PER_SURFACE) && measurements.length > 0,
  );
  const needed: (keyof BodyFacts)[] = [...(bySex ? (['sex'] as const) : []), ...(indexed ? (['height_cm', 'weight_kg'] as const) : [])];
  return needed.filter((fact) => facts[fact] === null);
}

/** Two tables of one subject ask for at least so many of the same inputs; one is also the velocity that many subjects use. */
const SHARED_INPUTS = 2;

/** Whether two tables grade the same subject, so that a cohort can be graded by both. */
export function isOneSubject(a: GuidelineTable, b: GuidelineTable): boolean {
  const shared = a.inputs.filter(({ name }) => b.inputs.some((input) => input.name === name));
  return a.id !== b.id && shared.length >= SHARED_INPUTS && a.data_types.some((type) => b.data_types.includes(type));
}

/** All rules have a meaning in words that tables share; without them, grades are compared as they are written. */
export const isClassed = ({ rules }: GuidelineTable): boolean => rules.every((rule) => rule.class !== undefined);
