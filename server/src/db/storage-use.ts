import type { ProjectStorage } from '@echometry/contract/records/administered-work.ts';
import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

/** Objects and bytes that images and releases of each project name, icons too; each object counts once in a project. */
export async function storageOfProjects(query: Query): Promise<ProjectStorage[]> {
  const named = (column: 'object_sha256' | 'small_icon_sha256' | 'big_icon_sha256') =>
    query
      .selectFrom('image_file')
      .innerJoin('study', 'study.id', 'image_file.study_id')
      .select(['study.project_id', `image_file.${column} as sha256`]);
  const ofReleases = query.selectFrom('release').select(['release.project_id', 'release.object_sha256 as sha256']);
  const ofImages = named('object_sha256').union(named('small_icon_sha256')).union(named('big_icon_sha256'));
  const rows = await query
    .selectFrom(ofImages.union(ofReleases).as('named'))
    .innerJoin('stored_object', 'stored_object.sha256', 'named.sha256')
    .select(['named.project_id', (e) => e.fn.countAll().as('objects'), (e) => e.fn.sum('stored_object.size_bytes').as('bytes')])
    .groupBy('named.project_id')
    .execute();
  const projects = await query
    .selectFrom('project')
    .select(['id', 'key', sql<string>`document`.as('document')])
    .orderBy('id')
    .execute();
  return projects.map(({ id, key, document }) => {
    const used = rows.find(({ project_id }) => project_id === id);
    return {
      project: key,
      name_to_show: (JSON.parse(document) as { name_to_show: string }).name_to_show,
      objects: Number(used?.objects ?? 0),
      bytes: Number(used?.bytes ?? 0),
    };
  });
}

/** Everything that records name. */
export async function storageInAll(query: Query): Promise<{ objects: number; bytes: number }> {
  const row = await query
    .selectFrom('stored_object')
    .select((e) => [e.fn.countAll().as('objects'), e.fn.sum('size_bytes').as('bytes')])
    .executeTakeFirstOrThrow();
  return { objects: Number(row.objects), bytes: Number(row.bytes ?? 0) };
}
