import type { ConfigSetName } from '@echometry/contract/records/config-set.ts';
import type { ConfigDifference, ConfigEffect, ConfigFault } from '@echometry/contract/records/configuration.ts';
import { MAX_NAMED } from '@echometry/contract/records/people.ts';
import { differencesByRow } from '@echometry/contract/rules/config-differences.ts';
import type { ReferencePack } from '@echometry/contract/records/reference-pack.ts';
import { repeatedRows } from '@echometry/contract/rules/config-faults.ts';
import { claimedEntries, sharedNames } from '@echometry/contract/rules/own-reference-pack.ts';
import type { Engine } from '@echometry/bindings/engine/api.ts';
import type { Kysely } from 'kysely';
import { type ConfigSet, currentConfigSet } from '../db/config-sets.ts';
import { listProjects } from '../db/projects.ts';
import type { Database } from '../db/schema.ts';
import { SHIPPED_SETS } from '../workspace/shipped-config.ts';
import { contractFaults } from './contract-faults.ts';
import { inTurns } from './in-turns.ts';
import type { ProjectWorks } from './project-states.ts';

type Query = Kysely<Database>;

/** Lends the engine for a piece of work. */
export type WithEngine = <T>(work: (engine: Engine) => Promise<T>) => Promise<T>;

/** Rows that are to be checked, in the place of the set of their name. */
export interface Candidate {
  name: ConfigSetName;
  version: number;
  data: readonly unknown[];
}

/** Sets that the engine reads; the others are checked only by the contract. */
const MEASURED: readonly ConfigSetName[] = ['echo_image_types', 'echo_measurements', 'echo_caliper'];

const SHIPPED_REFERENCES = (SHIPPED_SETS.find(({ name }) => name === 'echo_references')?.data ?? []) as readonly ReferencePack[];

const typeNames = (data: readonly unknown[]): Set<string> =>
  new Set(
    data.flatMap((row) => {
      const type = typeof row === 'object' && row !== null ? (row as Record<string, unknown>)['type'] : undefined;
      return typeof type === 'string' ? [type] : [];
    }),
  );

async function inForce(query: Query, name: ConfigSetName, projectId: number | null): Promise<ConfigSet> {
  const set = await currentConfigSet(query, name, projectId);
  if (set === null) throw new Error(`The workspace has no ${name}`);
  return set;
}

/** Faults that the engine finds in the candidate together with the other sets in force. */
async function engineFaults(query: Query, withEngine: WithEngine, candidate: Candidate, projectId: number | null): Promise<ConfigFault[]> {
  const of = async (name: ConfigSetName) => {
    const { version, data } = name === candidate.name ? candidate : await inForce(query, name, projectId);
    return { name, version, data };
  };
  const [image_types, measurements, calipers] = [await of('echo_image_types'), await of('echo_measurements'), await of('echo_caliper')];
  const found = await withEngine((engine) => engine.configurationFaults({ image_types, measurements, calipers }));
  if (!found.ok) return [{ path: candidate.name, message: found.error.message }];
  return found.value.map(({ image_type, place, name, detail }) => ({
    path: `${image_type}, measurements/${place} (${name})`,
    message: detail,
  }));
}

/** Everything that is wrong with a version of a set where it is to be used: by the contract first, then by the engine. */
export async function faultsOfSet(
  query: Query,
  withEngine: WithEngine,
  candidate: Candidate,
  projectId: number | null,
): Promise<ConfigFault[]> {
  const types = candidate.name === 'echo_image_types' ? candidate.data : (await inForce(query, 'echo_image_types', projectId)).data;
  const faults = [
    ...(await inTurns(contractFaults(candidate.name, candidate.data, typeNames(types)))),
    ...repeatedRows(candidate.name, candidate.data),
  ];
  if (faults.length === 0 && candidate.name === 'echo_references') {
    const packs = candidate.data as readonly ReferencePack[];
    return [...(await inTurns(claimedEntries(packs, SHIPPED_REFERENCES))), ...sharedNames(packs)];
  }
  // A set with the wrong shape is not passed to the engine.
  if (faults.length > 0 || !MEASURED.includes(candidate.name)) return faults;
  return engineFaults(query, withEngine, candidate, projectId);
}

const changedTypes = (differences: readonly ConfigDifference[]): Set<string> => new Set(differences.flatMap(({ path }) => path[0] ?? []));

/** Projects in which the choice of the place decides: one, or all that follow the workspace. */
async function placesOf(query: Query, name: ConfigSetName, projectId: number | null) {
  const projects = await listProjects(query);
  if (projectId !== null) return projects.filter(({ id }) => id === projectId);
  const own = await query
    .selectFrom('config_choice')
    .select('project_id')
    .where('name', '=', name)
    .where('project_id', 'is not', null)
    .execute();
  const apart = new Set(own.map(({ project_id }) => project_id));
  return projects.filter(({ id }) => !apart.has(id));
}

const effect = (what: ConfigEffect['what'], count: number, names: Iterable<string>): ConfigEffect[] =>
  count === 0 ? [] : [{ what, count, names: [...names].sort().slice(0, MAX_NAMED) }];

/** Effects of a version on existing work, when it replaces the one in force. Stored values are not recomputed. */
export async function effectsOfVersion(
  query: Query,
  readWorks: (query: Query, projectId: number) => Promise<ProjectWorks>,
  candidate: Candidate,
  projectId: number | null,
): Promise<ConfigEffect[]> {
  const { name, data } = candidate;
  const before = (await inForce(query, name, projectId)).data;
  const differing =
    name === 'echo_measurements' || name === 'echo_image_types'
      ? changedTypes(await inTurns(differencesByRow(before, data)))
      : new Set<string>();
  const known = typeNames(data);
  const gone = name === 'echo_image_types' ? new Set([...typeNames(before)].filter((type) => !known.has(type))) : new Set<string>();
  const [valued, unlabelled, seenDiffering, seenGone] = [new Set<number>(), new Set<number>(), new Set<string>(), new Set<string>()];
  const requiring: string[] = [];
  if (differing.size === 0 && gone.size === 0) return [];
  for (const { id, project } of await placesOf(query, name, projectId)) {
    if (project.image_requirements.some(({ type }) => gone.has(type))) requiring.push(project._id);
    for (const work of (await readWorks(query, id)).works) {
      for (const { type, is_measured } of work.images) {
        if (type === null) continue;
        if (is_measured && differing.has(type)) {
          valued.add(work.studyId);
          seenDiffering.add(type);
        }
        if (gone.has(type)) {
          unlabelled.add(work.studyId);
          seenGone.add(type);
        }
      }
    }
  }
  return [
    ...effect('stored-values-stay', valued.size, seenDiffering),
    ...effect('labels-unknown', unlabelled.size, seenGone),
    ...effect('requirements-unknown', requiring.length, requiring),
  ];
}
