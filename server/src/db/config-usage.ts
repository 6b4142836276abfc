import type { AdministeredSet } from '@echometry/contract/records/configuration.ts';
import { CONFIG_SET_NAMES } from '@echometry/contract/records/config-set.ts';
import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

/** Studies by the versions their newest work was started with: one row for each combination, of which there are few. */
async function usedVersions(query: Query): Promise<{ versions: Record<string, number>; studies: number }[]> {
  const rows = await query
    .selectFrom('analysis_head')
    .innerJoin('analysis_version', 'analysis_version.id', 'analysis_head.version_id')
    .select(['analysis_version.config_versions', sql<number>`count(distinct analysis_head.study_id)`.as('studies')])
    .groupBy('analysis_version.config_versions')
    .execute();
  return rows.map(({ config_versions, studies }) => ({
    versions: JSON.parse(config_versions) as Record<string, number>,
    studies: Number(studies),
  }));
}

/** Every set with its versions, who added them, where they are current and how many studies used them. */
export async function administeredSets(query: Query): Promise<AdministeredSet[]> {
  const [versions, choices, used] = await Promise.all([
    query
      .selectFrom('config_set')
      .leftJoin('user_account', 'user_account.id', 'config_set.created_by')
      .select(['config_set.name', 'config_set.version', 'config_set.sha256', 'config_set.created_at', 'user_account.email as created_by'])
      .orderBy('config_set.version', 'desc')
      .execute(),
    query
      .selectFrom('config_choice')
      .leftJoin('project', 'project.id', 'config_choice.project_id')
      .leftJoin('user_account', 'user_account.id', 'config_choice.chosen_by')
      .select([
        'config_choice.name',
        'config_choice.version',
        'config_choice.chosen_at',
        'project.key as project',
        'user_account.email as chosen_by',
      ])
      .orderBy('config_choice.project_id')
      .execute(),
    usedVersions(query),
  ]);
  return CONFIG_SET_NAMES.map((name) => ({
    name,
    versions: versions
      .filter((one) => one.name === name)
      .map(({ name: set, ...version }) => ({
        ...version,
        studies: used.filter((one) => one.versions[set] === version.version).reduce((sum, { studies }) => sum + studies, 0),
      })),
    choices: choices.filter((one) => one.name === name).map(({ name: _set, ...choice }) => choice),
  }));
}
