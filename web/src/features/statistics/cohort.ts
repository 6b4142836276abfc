/** A cohort by two guidelines: tables that can be compared, and studies that change class or have none. */
import type { Cohort, CohortChange, CohortCriterion, CohortOpen } from '@echometry/contract/generated/references.ts';
import type { GuidelineTable, ReferencePack } from '@echometry/contract/records/reference-pack.ts';
import type { ReferenceChoice } from '@echometry/contract/records/reference-choice.ts';
import type { GuidelineCohort } from '@echometry/contract/records/statistics.ts';
import { isClassed, isOneSubject, tablesOf, type SourcedTable } from '@echometry/contract/rules/guidelines.ts';
import { isActive } from '@echometry/contract/rules/reference-choice.ts';

/** A table of a project. */
export interface KnownTable extends SourcedTable {
  /** The project uses it in reports. */
  inUse: boolean;
}

/** Tables with a partner, for kinds of data that the cohort has. */
export function comparableTables(packs: readonly ReferencePack[], choice: ReferenceChoice, { studies }: GuidelineCohort): KnownTable[] {
  const types = new Set(studies.map(({ data_type }) => data_type));
  const tables = tablesOf(packs)
    .filter(({ table }) => table.data_types.some((type) => types.has(type)))
    .map((sourced) => ({ ...sourced, inUse: isActive(sourced.table, choice) }));
  return tables.filter((one) => partnersOf(one, tables).length > 0);
}

/** Tables of the same subject. */
export const partnersOf = (one: SourcedTable, tables: readonly KnownTable[]): KnownTable[] =>
  tables.filter(({ table }) => isOneSubject(one.table, table));

/** Names of the two tables; null where none was chosen. */
export type ChosenTables = readonly [before: string | null, after: string | null];

const yearOf = ({ pack }: SourcedTable): number => pack.source.year ?? 0;

/** Earlier and later table with the same classes, otherwise with their own grades. */
function firstPair(tables: readonly KnownTable[]): [KnownTable, KnownTable] | null {
  const pairs = tables.flatMap((before) =>
    partnersOf(before, tables)
      .filter((after) => yearOf(after) > yearOf(before))
      .map((after): [KnownTable, KnownTable] => [before, after]),
  );
  const classed = pairs.find((pair) => pair.every(({ table }) => isClassed(table)));
  return classed ?? pairs[0] ?? null;
}

/** The two tables that a choice names. Without one, the first table and its successor. */
export function chosenTables(tables: readonly KnownTable[], [first, second]: ChosenTables): [KnownTable, KnownTable] | null {
  const before = tables.find(({ table }) => table.id === first);
  if (before === undefined) return firstPair(tables);
  const partners = partnersOf(before, tables);
  const after = partners.find(({ table }) => table.id === second) ?? partners[0];
  return after === undefined ? null : [before, after];
}

/** The studies of the cohort that both tables are for. */
export const studiesFor = ({ studies }: GuidelineCohort, tables: readonly SourcedTable[]): GuidelineCohort['studies'] =>
  studies.filter(({ data_type }) => tables.every(({ table }) => table.data_types.includes(data_type)));

/** Classes in the order in which the tables name them; null last, where a study has none. */
export function classesOf({ rules }: GuidelineTable, counts: readonly (string | null)[]): (string | null)[] {
  const named = [...new Set(rules.flatMap(({ grade, class: shared }) => (shared === undefined ? [grade] : [shared, grade])))];
  const ordered = named.filter((name) => counts.includes(name));
  return [...ordered, ...(counts.includes(null) ? [null] : [])];
}

/** A criterion that decides, by its title. */
export interface DecidingCriterion {
  title: string;
  met: boolean | null;
}

/** A study that changes class, or that a table leaves without one. */
export interface CohortRow {
  study_id: string;
  patient_show: string;
  before: string | null;
  after: string | null;
  /** Criteria that decide; empty where a table gives no class. */
  becauseBefore: readonly DecidingCriterion[];
  becauseAfter: readonly DecidingCriterion[];
  /** Quantities without a value that leave a table open. */
  missing: readonly string[];
}

const titled = ({ criteria }: GuidelineTable, deciding: readonly CohortCriterion[]): DecidingCriterion[] =>
  deciding.map(({ name, met }) => ({ title: criteria.find((one) => one.name === name)?.title ?? name, met }));

const quantitiesOf = (tables: readonly SourcedTable[], names: readonly string[]): string[] => {
  const inputs = tables.flatMap(({ table }) => table.inputs);
  return [...new Set(names)].map((name) => inputs.find((one) => one.name === name)?.quantity ?? name);
};

const patientOrder = new Intl.Collator('en', { numeric: true });

const byPatient = (rows: readonly CohortRow[]): CohortRow[] =>
  rows.toSorted((a, b) => patientOrder.compare(a.patient_show, b.patient_show) || a.study_id.localeCompare(b.study_id));

/** Studies that change class between the tables, and studies without a class by one of them. */
export function rowsOf(
  cohort: Cohort,
  { studies }: Pick<GuidelineCohort, 'studies'>,
  [first, second]: readonly [SourcedTable, SourcedTable],
): { changed: CohortRow[]; open: CohortRow[] } {
  const patients = new Map(studies.map(({ study_id, patient_show }) => [study_id, patient_show]));
  const changes = new Map(cohort.changed.map((change) => [change.id, change]));
  const rowOf = (id: string, change: CohortChange | undefined, open: CohortOpen | undefined): CohortRow => {
    const { before = null, after = null } = change ?? {};
    return {
      study_id: id,
      patient_show: patients.get(id) ?? id,
      before,
      after,
      becauseBefore: before === null ? [] : titled(first.table, change?.because_before ?? []),
      becauseAfter: after === null ? [] : titled(second.table, change?.because_after ?? []),
      missing: quantitiesOf([first, second], [...(open?.missing_before ?? []), ...(open?.missing_after ?? [])]),
    };
  };
  const changed = cohort.changed.filter(({ before, after }) => before !== null && after !== null);
  return {
    changed: byPatient(changed.map((change) => rowOf(change.id, change, undefined))),
    open: byPatient(cohort.open.map((open) => rowOf(open.id, changes.get(open.id), open))),
  };
}

/** How many studies lack each quantity, the most frequent first. */
export function mostMissing(rows: readonly CohortRow[]): (readonly [quantity: string, studies: number])[] {
  const counts = new Map<string, number>();
  for (const { missing } of rows) for (const name of missing) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a);
}
