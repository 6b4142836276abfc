import { type Kysely } from 'kysely';
import { type Database, type Flag } from '../db/schema.ts';
import { currentPass } from '../db/work-lines.ts';

export interface SaveOfAuthor {
  studyId: number;
  editorId: number;
  blind: Flag;
  baseVersion: number | null | undefined;
}

export interface PassOfSave {
  pass: number;
  /** A repeat was assigned since the base was made: the work still belongs to the reading it builds on. */
  isEarlier: boolean;
}

/** The pass that a save belongs to: that of the version it builds on where that is a reading of the author's, else the one they work in. */
export async function passOfSave(query: Kysely<Database>, { baseVersion, ...work }: SaveOfAuthor): Promise<PassOfSave> {
  const pass = await currentPass(query, work);
  if (typeof baseVersion !== 'number' || work.blind === 0) return { pass, isEarlier: false };
  const base = await query
    .selectFrom('analysis_version')
    .select('pass')
    .where('id', '=', baseVersion)
    .where('study_id', '=', work.studyId)
    .where('editor_id', '=', work.editorId)
    .where('blind', '=', work.blind)
    .executeTakeFirst();
  return base !== undefined && base.pass < pass ? { pass: base.pass, isEarlier: true } : { pass, isEarlier: false };
}

/** Newest version of one pass of blind work. */
export async function newestOfPass(query: Kysely<Database>, { studyId, editorId }: SaveOfAuthor, pass: number): Promise<number | null> {
  const head = await query
    .selectFrom('analysis_head')
    .select('version_id')
    .where('study_id', '=', studyId)
    .where('editor_id', '=', editorId)
    .where('blind', '=', 1)
    .where('pass', '=', pass)
    .executeTakeFirst();
  return head?.version_id ?? null;
}
