/** Marks of studies whose place in lists must be read again: made in the transaction of the change. */
import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

/** The statement that marks one study. */
export const markingUnlisted = (query: Query, studyId: number) => query.updateTable('study').set({ listed: 0 }).where('id', '=', studyId);

/** Something that lists show of one study changed. */
export async function markUnlisted(query: Query, studyId: number): Promise<void> {
  await markingUnlisted(query, studyId).execute();
}

/** Something of all studies of a project did. */
export async function markProjectUnlisted(query: Query, projectId: number): Promise<void> {
  await query.updateTable('study').set({ listed: 0 }).where('project_id', '=', projectId).where('listed', '=', 1).execute();
}

/** Something of the work of a person did, in all projects. */
export async function markWorkUnlisted(query: Query, userId: number): Promise<void> {
  await query
    .updateTable('study')
    .set({ listed: 0 })
    .where('id', 'in', (where) =>
      where.selectFrom('analysis_head').select('analysis_head.study_id').where('analysis_head.editor_id', '=', userId),
    )
    .execute();
}
