import { type Kysely } from 'kysely';
import { type Database } from './schema.ts';

type Query = Kysely<Database>;

/** A reviewer's validation of one editor's analysis of a study. */
export interface Reviewed { studyId: number; editorId: number; reviewer: string }

/** Who validated what, in one project. */
export const validationsOfProject = (query: Query, projectId: number): Promise<Reviewed[]> =>
  query.selectFrom('validation').innerJoin('study', 'study.id', 'validation.study_id').innerJoin('user_account', 'user_account.id', 'validation.reviewer_id')
    .select(['validation.study_id as studyId', 'validation.editor_id as editorId', 'user_account.email as reviewer'])
    .where('study.project_id', '=', projectId).orderBy('validation.validated_at').execute();

export const validationsOfStudy = (query: Query, studyId: number): Promise<Reviewed[]> =>
  query.selectFrom('validation').innerJoin('user_account', 'user_account.id', 'validation.reviewer_id')
    .select(['validation.study_id as studyId', 'validation.editor_id as editorId', 'user_account.email as reviewer'])
    .where('validation.study_id', '=', studyId).orderBy('validation.validated_at').execute();

/** Records that a reviewer validated a version; a second time replaces the first. */
export async function recordValidation(query: Query, validation: { studyId: number; editorId: number; reviewerId: number; version: number; now: number }): Promise<void> {
  const facts = { version_id: validation.version, control: null, validated_at: validation.now };
  await query.insertInto('validation')
    .values({ study_id: validation.studyId, editor_id: validation.editorId, reviewer_id: validation.reviewerId, ...facts })
    .onConflict((conflict) => conflict.columns(['study_id', 'editor_id', 'reviewer_id']).doUpdateSet(facts)).execute();
}
