import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type CONFIGURATION, PATHS, type ReleaseManifest } from '../released-record.ts';
import { differing, type DifferingValue, type ReleasedValue } from '../values.ts';
import { computeAll, type Configurations, configurationsIn, type MeasuringEngine } from './compute.ts';

/** Parts of a value that a computation decides, without the version of the engine. */
export const ENGINE_PARTS = [
  'bits',
  'unit',
  'reason',
  'class',
  'kind',
  'formula',
  'formula_version',
  'cardiac_event',
  'aggregate_of',
  'calibration_source',
  'warnings',
] as const satisfies readonly (keyof ReleasedValue)[];

/** Parts that a definition states. */
const DEFINITION_PARTS = [
  'class',
  'kind',
  'formula',
  'formula_version',
  'unit',
  'cardiac_event',
] as const satisfies readonly (keyof ReleasedValue)[];

/** Why another engine gives something else. */
export function causeOf({ before, after }: DifferingValue, versions: { before: string; after: string }): string {
  const engine =
    versions.before === versions.after ? `another build of engine ${versions.after}` : `engine ${versions.before} -> ${versions.after}`;
  if (before === null) return `new: the release has no such value; ${engine}`;
  if (after === null) return `gone: this engine gives no such value; ${engine}`;
  const changed = DEFINITION_PARTS.filter((part) => before[part] !== after[part]);
  if (changed.length > 0) return `definition: ${changed.map((part) => `${part} ${before[part]} -> ${after[part]}`).join(', ')}; ${engine}`;
  if (before.value === null && after.value !== null) return `it had no value (${before.reason}); ${engine}`;
  if (before.value !== null && after.value === null) return `it has no value any more (${after.reason}); ${engine}`;
  return engine;
}

export interface Newer {
  byEngine: DifferingValue[];
  /** Further differences that the configuration of the other release makes, with the same engine. */
  byConfiguration: DifferingValue[];
  /** Sets of the configuration that are other ones there. */
  changedSets: string[];
  faults: string[];
}

/** Names of the sets that differ, with their versions. A project that the other release does not have keeps its configuration. */
function changedSets(own: Configurations, other: Configurations): string[] {
  const changed = new Set<string>();
  for (const [project, sets] of own)
    for (const [field, before] of Object.entries(sets)) {
      const after = other.get(project)?.[field as keyof typeof CONFIGURATION] ?? before;
      if (before === after) continue;
      const [a, b] = [before, after].map((text) => JSON.parse(text) as { name: string; version: number });
      if (a !== undefined && b !== undefined) changed.add(`${a.name} ${a.version} -> ${b.version}`);
    }
  return [...changed];
}

/** Differences of the values of a release when another engine computes them from the same records. */
export async function newerDifferences(asked: {
  archive: string;
  given: string;
  engine: MeasuringEngine;
  stated: ReadonlyMap<string, ReleasedValue>;
  manifest: ReleaseManifest;
}): Promise<Newer> {
  const { archive, given, engine, stated, manifest } = asked;
  const own = await configurationsIn(archive, manifest);
  const byEngine = await computeAll(archive, manifest, engine, own);
  const none = {
    byEngine: differing(stated, byEngine.values, ENGINE_PARTS),
    byConfiguration: [],
    changedSets: [],
    faults: byEngine.faults,
  };
  const isRelease = statSync(given).isDirectory() && existsSync(path.join(given, PATHS.manifest));
  if (!isRelease) return none;
  const theirs = await configurationsIn(given, JSON.parse(await readFile(path.join(given, PATHS.manifest), 'utf8')) as ReleaseManifest);
  const sets = changedSets(own, theirs);
  if (sets.length === 0) return none;
  const other = await computeAll(archive, manifest, engine, new Map([...own, ...theirs]));
  return {
    ...none,
    byConfiguration: differing(byEngine.values, other.values, ENGINE_PARTS),
    changedSets: sets,
    faults: [...byEngine.faults, ...other.faults],
  };
}
