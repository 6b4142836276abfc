import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { markUnlisted } from './list-marks.ts';
import type { Database, Flag } from './schema.ts';

type Query = Kysely<Database>;

/** The pass everybody works in who was not asked to repeat a study. */
export const FIRST_PASS = 1;

/** Whose work of a study, shared or blind. */
export interface WorkOfEditor {
  studyId: number;
  editorId: number;
  blind: Flag;
}

/** The pass a person works in now, as SQL over columns that name the work. */
export const currentPassOf = (table: 'analysis_head' | 'analysis_version'): RawBuilder<number> => sql<number>`coalesce(
  (select max(line.pass) from work_line line where line.study_id = ${sql.ref(`${table}.study_id`)}
    and line.editor_id = ${sql.ref(`${table}.editor_id`)} and line.blind = ${sql.ref(`${table}.blind`)}), ${sql.lit(FIRST_PASS)})`;

/** The last pass that a person was assigned; null for a person without a repeat. */
export const assignedPass = (query: Query, { studyId, editorId, blind }: WorkOfEditor) =>
  query
    .selectFrom('work_line')
    .select((fn) => fn.fn.max<number | null>('pass').as('pass'))
    .where('study_id', '=', studyId)
    .where('editor_id', '=', editorId)
    .where('blind', '=', blind);

/** The pass a person works in now. */
export async function currentPass(query: Query, work: WorkOfEditor): Promise<number> {
  return (await assignedPass(query, work).executeTakeFirst())?.pass ?? FIRST_PASS;
}

/**
 * Asks a person to do a study once more, without reading what they did before. Returns the new pass. The caller's transaction continues.
 */
export async function assignPassWithin(
  inside: Transaction<Database>,
  work: WorkOfEditor,
  by: { userId: number; now: number },
): Promise<number> {
  const pass = (await currentPass(inside, work)) + 1;
  await inside
    .insertInto('work_line')
    .values({
      study_id: work.studyId,
      editor_id: work.editorId,
      blind: work.blind,
      pass,
      assigned_by: by.userId,
      assigned_at: by.now,
    })
    .execute();
  await markUnlisted(inside, work.studyId);
  return pass;
}

/** The same in a separate transaction. */
export const assignPass = (query: Query, work: WorkOfEditor, by: { userId: number; now: number }): Promise<number> =>
  query.transaction().execute((inside) => assignPassWithin(inside, work, by));

/** The passes that were assigned of some studies, by study, editor and whether the work is blind: `study editor blind`. */
export async function passesOfStudies(query: Query, studies: readonly number[]): Promise<Map<string, number>> {
  const rows = await query
    .selectFrom('work_line')
    .select(['study_id', 'editor_id', 'blind'])
    .select((fn) => fn.fn.max('pass').as('pass'))
    .where('study_id', 'in', [...studies])
    .groupBy(['study_id', 'editor_id', 'blind'])
    .execute();
  return new Map(rows.map(({ study_id, editor_id, blind, pass }) => [`${study_id} ${editor_id} ${blind}`, Number(pass)]));
}

/** The passes that a person was assigned of their blind work in a project, by study. */
export async function blindPassesOf(query: Query, projectId: number, editorId: number): Promise<Map<number, number>> {
  const rows = await query
    .selectFrom('work_line')
    .innerJoin('study', 'study.id', 'work_line.study_id')
    .select('work_line.study_id')
    .select((fn) => fn.fn.max('work_line.pass').as('pass'))
    .where('study.project_id', '=', projectId)
    .where('work_line.editor_id', '=', editorId)
    .where('work_line.blind', '=', 1)
    .groupBy('work_line.study_id')
    .execute();
  return new Map(rows.map(({ study_id, pass }) => [study_id, Number(pass)]));
}
