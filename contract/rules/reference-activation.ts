/** Changes of what a project chose among reference values: in words, checked, and with the person who made them. */
import { NO_REFERENCE_CHOICE, type ReferenceChoice } from '../records/reference-choice.ts';
import type { ReferencePack } from '../records/reference-pack.ts';
import { isActive } from './reference-choice.ts';

type Source = ReferenceChoice['sources'][number];

const subjectOf = ({ image_type, name, data_type }: Omit<Source, 'pack'>): string => `${image_type}, ${name} (${data_type})`;
const isOf = (a: Source, b: Source): boolean => subjectOf(a) === subjectOf(b);

/** Differences between two choices, a few words for each. */
export function referenceChanges(before: ReferenceChoice = NO_REFERENCE_CHOICE, after: ReferenceChoice = NO_REFERENCE_CHOICE): string[] {
  const has = (rows: ReferenceChoice['active'], name: string): boolean => rows.some(({ row }) => row === name);
  return [
    ...after.active.filter(({ row }) => !has(before.active, row)).map(({ row }) => `reference ${row} activated`),
    ...before.active.filter(({ row }) => !has(after.active, row)).map(({ row }) => `reference ${row} no longer used`),
    ...after.sources
      .filter((source) => !before.sources.some((one) => isOf(one, source) && one.pack === source.pack))
      .map((source) => `source of ${subjectOf(source)}: ${source.pack}`),
    ...before.sources
      .filter((source) => !after.sources.some((one) => isOf(one, source)))
      .map((source) => `source of ${subjectOf(source)}: as shipped`),
    ...(before.z_limit === after.z_limit ? [] : [`z-scores are normal up to ${after.z_limit}`]),
  ];
}

/**
 * The choice with the person and time of every activation: what was active before keeps its own, whatever the payload names.
 * @param by e-mail of the person who saves
 */
export function signed(
  before: ReferenceChoice | undefined,
  after: ReferenceChoice | undefined,
  { by, at }: { by: string; at: number },
): ReferenceChoice | undefined {
  if (after === undefined) return undefined;
  return { ...after, active: after.active.map(({ row }) => before?.active.find((one) => one.row === row) ?? { row, by, at }) };
}

/** Faults that keep a choice from being saved. Earlier parts of the choice may name rows of an older version. */
export function referenceFaults(
  before: ReferenceChoice = NO_REFERENCE_CHOICE,
  after: ReferenceChoice = NO_REFERENCE_CHOICE,
  packs: readonly ReferencePack[],
): string[] {
  const faults: string[] = [];
  const rows = new Map(packs.flatMap((pack) => pack.rows.map((row) => [row.id, row])));
  const seen = new Set<string>();
  for (const { row: id } of after.active) {
    const row = rows.get(id);
    if (seen.has(id)) faults.push(`${id} is activated twice.`);
    seen.add(id);
    if (before.active.some((one) => one.row === id)) continue;
    if (row === undefined) faults.push(`${id} is not a row of the reference values in use.`);
    else if (isActive(row, NO_REFERENCE_CHOICE)) faults.push(`${id} is active without being activated: two sources have it.`);
  }
  const subjects = new Set<string>();
  for (const source of after.sources) {
    const subject = subjectOf(source);
    if (subjects.has(subject)) faults.push(`${subject} has two first sources.`);
    subjects.add(subject);
    if (before.sources.some((one) => isOf(one, source) && one.pack === source.pack)) continue;
    if (!packs.some(({ id }) => id === source.pack)) faults.push(`${source.pack} is not a source of the reference values in use.`);
  }
  return faults;
}
