import {
  type LineDifference,
  LISTED_DIFFERENCES,
  type ReleaseDifferences,
  VALUE_CAUSES,
  type ValueDifference,
} from '@echometry/contract/records/release.ts';
import type { ArchiveReader } from '../exports/archive-reader.ts';
import { lineDifferences } from './line-differences.ts';
import {
  type ListedProject,
  type ListedWork,
  PATHS,
  projectsIn,
  type ReleasedRecord,
  type ReleaseManifest,
  workKey,
} from './released-record.ts';
import { byPlace, differing, type DifferingValue, type ReleasedValue } from './values.ts';

/** All differences of a version to the one before it: `differences.json`. */
export interface AllDifferences {
  to: number;
  studies_added: string[];
  studies_removed: string[];
  lines: LineDifference[];
  values: ValueDifference[];
}

/** A version as the comparison reads it. */
export interface ComparedVersion {
  works: readonly ListedWork[];
  values: ReadonlyMap<string, ReleasedValue>;
  engine: string;
  /** Hashes of the sets that define values, as text. */
  configuration: string;
  record: (sha256: string) => Promise<ReleasedRecord>;
}

const DEFINING_SETS = ['echo_image_types', 'echo_measurements', 'echo_caliper'];

/** The sets that define values, by their hashes. */
export const definingSets = (projects: readonly ListedProject[]): string =>
  projects.flatMap(({ config_versions }) => DEFINING_SETS.map((name) => config_versions[name]?.sha256 ?? '')).join(' ');

/** Reads an earlier version from its archive. */
export async function versionIn(archive: ArchiveReader): Promise<ComparedVersion> {
  const manifest = await archive.json<ReleaseManifest>(PATHS.manifest);
  const lines = (await archive.text(PATHS.values)).split('\n').filter((line) => line !== '');
  return {
    works: await archive.json<ListedWork[]>(PATHS.works),
    values: byPlace(lines.map((line) => JSON.parse(line) as ReleasedValue)),
    engine: manifest.files.find((file) => file.path === PATHS.engine)?.sha256 ?? '',
    configuration: definingSets(projectsIn(manifest)),
    record: (sha256) => archive.json(`${PATHS.records}${sha256}.json`),
  };
}

const without = (all: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others);
  return all.filter((one) => !known.has(one));
};
const studiesOf = (works: readonly ListedWork[]): string[] => [...new Set(works.map(({ study_id }) => study_id))];

/** Facts and images that values come from: another state of the study or another role is not a change of the work. */
const workedOn = ({ study, images, chosen, files }: ReleasedRecord): string => JSON.stringify([study, images, chosen, files]);

/** A difference of a value, with what changed that it depends on. */
function valueDifference({ before, after }: DifferingValue, causes: ValueDifference['causes']): ValueDifference[] {
  const value = after ?? before;
  if (value === null) return [];
  const { study_id, editor, reviewer, blind, pass, instance_id, measurement, cycle, unit } = value;
  return [
    {
      study_id,
      editor,
      reviewer,
      blind,
      pass,
      instance_id,
      cycle,
      unit,
      measurement: measurement ?? '',
      change: before === null ? 'added' : after === null ? 'removed' : 'changed',
      before: before?.value ?? null,
      after: after?.value ?? null,
      reason_before: before?.reason ?? null,
      reason_after: after?.reason ?? null,
      causes,
    },
  ];
}

/** Differences of a version to the one before it. Records that are the same are not read. */
export async function differencesOf(to: number, before: ComparedVersion, after: ComparedVersion): Promise<AllDifferences> {
  const old = new Map(before.works.map((work) => [workKey(work), work]));
  const now = new Map(after.works.map((work) => [workKey(work), work]));
  const lines: LineDifference[] = [];
  const changed = new Set<string>();
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(key), now.get(key)];
    if (was?.record === is?.record) continue;
    const [a, b] = [was === undefined ? null : await before.record(was.record), is === undefined ? null : await after.record(is.record)];
    if (a === null || b === null || workedOn(a) !== workedOn(b)) changed.add(key);
    lines.push(...lineDifferences(a, b));
  }
  const elsewhere = { engine: before.engine !== after.engine, configuration: before.configuration !== after.configuration };
  const causesOf = ({ before: was, after: is }: DifferingValue): ValueDifference['causes'] => {
    const value = is ?? was;
    const found = { work: value !== null && changed.has(workKey(value)), ...elsewhere };
    return VALUE_CAUSES.filter((cause) => found[cause]);
  };
  const values = differing(before.values, after.values, ['bits', 'unit', 'reason']);
  return {
    to,
    studies_added: without(studiesOf(after.works), studiesOf(before.works)),
    studies_removed: without(studiesOf(before.works), studiesOf(after.works)),
    lines,
    values: values.flatMap((one) => valueDifference(one, causesOf(one))),
  };
}

/** The differences as the record of a release has them: how many of each kind, and the first. */
export function listed({ to, studies_added, studies_removed, lines, values }: AllDifferences): ReleaseDifferences {
  const first = <T>(all: readonly T[]) => ({ total: all.length, first: all.slice(0, LISTED_DIFFERENCES) });
  return {
    to,
    studies_added: first(studies_added),
    studies_removed: first(studies_removed),
    lines: first(lines),
    values: first(values),
  };
}
