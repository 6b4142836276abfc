import type { Kysely } from 'kysely';
import type { Database, Flag } from '../db/schema.ts';

export interface SaveOfAuthor {
  studyId: number;
  editorId: number;
  blind: Flag;
  baseVersion: number | null | undefined;
}

/** The pass of the version a save builds on where that is a reading of the author's; no row for shared work and for a first save. */
export const passOfBase = (query: Kysely<Database>, { studyId, editorId, baseVersion }: SaveOfAuthor) =>
  query
    .selectFrom('analysis_version')
    .select('pass')
    .where('id', '=', baseVersion ?? null)
    .where('study_id', '=', studyId)
    .where('editor_id', '=', editorId)
    .where('blind', '=', 1);

/** Newest version of one pass of blind work, with its state. */
export async function newestOfPass(query: Kysely<Database>, { studyId, editorId }: SaveOfAuthor, pass: number) {
  return query
    .selectFrom('analysis_head')
    .select(['version_id', 'study_state'])
    .where('study_id', '=', studyId)
    .where('editor_id', '=', editorId)
    .where('blind', '=', 1)
    .where('pass', '=', pass)
    .executeTakeFirst();
}
