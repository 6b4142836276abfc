import type { ConfigSetName } from '@echometry/contract/records/config-set.ts';
import type { Kysely } from 'kysely';
import { hashed, pack, unpack } from './document.ts';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

export interface ConfigSet {
  name: ConfigSetName;
  version: number;
  sha256: string;
  data: unknown[];
}

/** One version of a set; null when it is not there. */
export async function findConfigSet(query: Query, name: ConfigSetName, version: number): Promise<ConfigSet | null> {
  const row = await query.selectFrom('config_set').selectAll().where('name', '=', name).where('version', '=', version).executeTakeFirst();
  if (!row) return null;
  return { name, version: row.version, sha256: row.sha256, data: await unpack<unknown[]>(row.data, row.sha256) };
}

/** A stored choice: the version of a set that is current in the workspace, or in one project. */
export interface ConfigChoice {
  name: ConfigSetName;
  /** Null for the workspace. */
  projectId: number | null;
  version: number;
  /** Null while the workspace follows what is shipped. */
  chosenBy: number | null;
  chosenAt: number;
}

/** Rows of every stored choice. */
export const storedChoices = (query: Query) =>
  query.selectFrom('config_choice').select(['name', 'project_id', 'version', 'chosen_by', 'chosen_at']);

type ChoiceRow = Awaited<ReturnType<ReturnType<typeof storedChoices>['execute']>>[number];

/** Every stored choice. */
export async function configChoices(query: Query): Promise<ConfigChoice[]> {
  return (await storedChoices(query).execute()).map((row) => ({
    name: row.name as ConfigSetName,
    projectId: row.project_id,
    version: row.version,
    chosenBy: row.chosen_by,
    chosenAt: row.chosen_at,
  }));
}

/** Versions that choices make current for a project, or (null) in the workspace. */
export function versionsChosen(choices: readonly ChoiceRow[], projectId: number | null): Record<string, number> {
  const of = (place: number | null) => choices.filter((choice) => choice.project_id === place).map(({ name, version }) => [name, version]);
  return Object.fromEntries([...of(null), ...(projectId === null ? [] : of(projectId))]) as Record<string, number>;
}

/** Versions that are current for a project, or (null) in the workspace, as an analysis remembers them: a stored choice, never the highest number. */
export const currentConfigVersions = async (query: Query, projectId: number | null): Promise<Record<string, number>> =>
  versionsChosen(await storedChoices(query).execute(), projectId);

/** The version of a set that is current for a project, or (null) in the workspace; null before anything was shipped. */
export async function currentConfigSet(query: Query, name: ConfigSetName, projectId: number | null): Promise<ConfigSet | null> {
  const version = (await currentConfigVersions(query, projectId))[name];
  return version === undefined ? null : findConfigSet(query, name, version);
}

/** Makes a version current in the workspace, or in one project. */
export async function chooseConfigVersion(query: Query, choice: ConfigChoice): Promise<void> {
  await dropConfigChoice(query, choice);
  const { name, projectId, version, chosenBy, chosenAt } = choice;
  await query
    .insertInto('config_choice')
    .values({ name, project_id: projectId, version, chosen_by: chosenBy, chosen_at: chosenAt })
    .execute();
}

/** Lets a project follow the workspace again. */
export async function dropConfigChoice(query: Query, { name, projectId }: Pick<ConfigChoice, 'name' | 'projectId'>): Promise<void> {
  const all = query.deleteFrom('config_choice').where('name', '=', name);
  await (projectId === null ? all.where('project_id', 'is', null) : all.where('project_id', '=', projectId)).execute();
}

/** Adds a version that an administrator made; the number after the highest there is. */
export async function addConfigVersion(
  query: Query,
  set: { name: ConfigSetName; data: readonly unknown[] },
  by: { userId: number; now: number },
): Promise<number> {
  const packed = await pack(set.data);
  const { newest } = await query
    .selectFrom('config_set')
    .select((e) => e.fn.max('version').as('newest'))
    .where('name', '=', set.name)
    .executeTakeFirstOrThrow();
  const version = Number(newest ?? 0) + 1;
  await query
    .insertInto('config_set')
    .values({ name: set.name, version, sha256: packed.sha256, data: packed.bytes, created_at: by.now, created_by: by.userId })
    .execute();
  return version;
}

/** The version that holds exactly this content; null when none does. */
export async function versionWithContent(query: Query, name: ConfigSetName, data: readonly unknown[]): Promise<number | null> {
  const { sha256 } = await hashed(data);
  const row = await query
    .selectFrom('config_set')
    .select('version')
    .where('name', '=', name)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row?.version ?? null;
}

/**
 * Stores shipped content. Sets are immutable: the same content is stored once, other content becomes the next version, at least
 * the one it names. A workspace without a chosen version follows the shipped content.
 */
export async function storeConfigSet(
  query: Query,
  shipped: { name: ConfigSetName; version: number; data: unknown[] },
  now: number,
): Promise<number> {
  const version = (await versionWithContent(query, shipped.name, shipped.data)) ?? (await addShipped(query, shipped, now));
  const choice = (await configChoices(query)).find(({ name, projectId }) => name === shipped.name && projectId === null);
  if (choice === undefined || (choice.chosenBy === null && choice.version !== version))
    await chooseConfigVersion(query, { name: shipped.name, projectId: null, version, chosenBy: null, chosenAt: now });
  return version;
}

async function addShipped(query: Query, shipped: { name: ConfigSetName; version: number; data: unknown[] }, now: number): Promise<number> {
  const packed = await pack(shipped.data);
  const { newest } = await query
    .selectFrom('config_set')
    .select((e) => e.fn.max('version').as('newest'))
    .where('name', '=', shipped.name)
    .executeTakeFirstOrThrow();
  const version = Math.max(shipped.version, Number(newest ?? 0) + 1);
  await query
    .insertInto('config_set')
    .values({ name: shipped.name, version, sha256: packed.sha256, data: packed.bytes, created_at: now })
    .execute();
  return version;
}
