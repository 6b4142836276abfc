import type { ConsensusTaken } from '@echometry/contract/records/review.ts';
import type { StudyState } from '@echometry/contract/records/study.ts';
import type { Kysely, Selectable, Updateable } from 'kysely';
import type { HeadRecord } from './analyses.ts';
import { markUnlisted } from './list-marks.ts';
import { standingReviews } from './standing.ts';
import type { Database, Flag, ReviewTable } from './schema.ts';

type Query = Kysely<Database>;

/** A finished review of one editor's shared or blind work of a study. */
export interface FinishedReview {
  studyId: number;
  editorId: number;
  blind: Flag;
  reviewer: string;
  /** The version it was finished on. */
  version: number | null;
}

const finished = (query: Query) =>
  query
    .selectFrom('review')
    .innerJoin('user_account', 'user_account.id', 'review.reviewer_id')
    .select([
      'review.study_id as studyId',
      'review.editor_id as editorId',
      'review.blind',
      'review.finished_version as version',
      'user_account.email as reviewer',
      'review.study_id',
      'review.editor_id',
      'review.state',
      'review.version_id',
      'review.base_version',
      'review.consensus_of',
    ])
    .where('review.state', '=', 'finished')
    .orderBy('review.finished_at');

/** Finished reviews of all studies of a project, or of some, except the ones that a consensus replaced. */
export const reviewsOfProject = async (query: Query, projectId: number, studies?: readonly number[]): Promise<FinishedReview[]> =>
  standingReviews(
    await finished(query)
      .innerJoin('study', 'study.id', 'review.study_id')
      .where('study.project_id', '=', projectId)
      .$if(studies !== undefined, (some) => some.where('study.id', 'in', [...(studies ?? [])]))
      .execute(),
  );

/** The same of some studies. */
export const finishedOfStudies = async (query: Query, studies: readonly number[]): Promise<FinishedReview[]> =>
  standingReviews(
    await finished(query)
      .where('review.study_id', 'in', [...studies])
      .execute(),
  );

/** The same of a study. */
export const reviewsOfStudy = async (query: Query, studyId: number): Promise<FinishedReview[]> =>
  standingReviews(await finished(query).where('review.study_id', '=', studyId).execute());

/** The same by study. */
export function byStudy(reviews: readonly FinishedReview[]): Map<number, FinishedReview[]> {
  const all = new Map<number, FinishedReview[]>();
  for (const review of reviews) {
    const known = all.get(review.studyId);
    if (known === undefined) all.set(review.studyId, [review]);
    else known.push(review);
  }
  return all;
}

/** Reviewers who finished on the newest version. A later save means that the work is not validated: it changed. */
export const validatedBy = (reviews: readonly FinishedReview[], head: HeadRecord | undefined): string[] =>
  reviews
    .filter(
      (review) =>
        head !== undefined &&
        review.studyId === head.study_id &&
        review.editorId === head.editor_id &&
        review.blind === head.blind &&
        review.version === head.version_id,
    )
    .map((review) => review.reviewer);

export type ReviewRecord = Selectable<ReviewTable>;

/** Key of a review. */
export interface ReviewKey {
  studyId: number;
  editorId: number;
  blind: Flag;
  reviewerId: number;
}

/** An outcome that was taken back counts no more. */
const counted = <R extends ReviewRecord>(review: R): R =>
  review.outcome_hidden_at === null ? review : { ...review, outcome_state: null, outcome_by: null, outcome_at: null };

/** A review in whatever state it is. */
export async function findReview(query: Query, key: ReviewKey): Promise<ReviewRecord | undefined> {
  const found = await query
    .selectFrom('review')
    .selectAll()
    .where('study_id', '=', key.studyId)
    .where('editor_id', '=', key.editorId)
    .where('blind', '=', key.blind)
    .where('reviewer_id', '=', key.reviewerId)
    .executeTakeFirst();
  return found && counted(found);
}

/** All reviews of one piece of work, in the order of their start. */
export const reviewsOfWork = async (
  query: Query,
  work: { studyId: number; editorId: number; blind: Flag },
): Promise<(ReviewRecord & { reviewer: string; is_test: Flag })[]> => {
  const found = await query
    .selectFrom('review')
    .innerJoin('user_account', 'user_account.id', 'review.reviewer_id')
    .selectAll('review')
    .select(['user_account.email as reviewer', 'user_account.is_test'])
    .where('review.study_id', '=', work.studyId)
    .where('review.editor_id', '=', work.editorId)
    .where('review.blind', '=', work.blind)
    .orderBy('review.created_at')
    .orderBy('review.reviewer_id')
    .execute();
  return found.map(counted);
};

/** Reviews of a project, or of some of its studies, by one person. */
export const reviewsBy = async (
  query: Query,
  projectId: number,
  reviewerId: number,
  studies?: readonly number[],
): Promise<ReviewRecord[]> => {
  const found = await query
    .selectFrom('review')
    .innerJoin('study', 'study.id', 'review.study_id')
    .selectAll('review')
    .where('study.project_id', '=', projectId)
    .where('review.reviewer_id', '=', reviewerId)
    .$if(studies !== undefined, (some) => some.where('study.id', 'in', [...(studies ?? [])]))
    .execute();
  return found.map(counted);
};

/** Reviews of some studies, by any reviewer. */
export const reviewsOfStudies = async (query: Query, studies: readonly number[]): Promise<ReviewRecord[]> => {
  const found = await query
    .selectFrom('review')
    .selectAll()
    .where('study_id', 'in', [...studies])
    .execute();
  return found.map(counted);
};

/** Reviews of a project, or of some of its studies, the newest first. */
export const allReviews = async (query: Query, projectId: number, studies?: readonly number[]): Promise<ReviewRecord[]> => {
  const found = await query
    .selectFrom('review')
    .innerJoin('study', 'study.id', 'review.study_id')
    .selectAll('review')
    .where('study.project_id', '=', projectId)
    .$if(studies !== undefined, (some) => some.where('study.id', 'in', [...(studies ?? [])]))
    .orderBy('review.updated_at', 'desc')
    .execute();
  return found.map(counted);
};

/** A review with the names of its two people. */
export type NamedReview = ReviewRecord & { editor: string; reviewer: string };

/** Reviews of a project with their people. */
const reviewsWithPeople = (query: Query, projectId: number) =>
  query
    .selectFrom('review')
    .innerJoin('study', 'study.id', 'review.study_id')
    .innerJoin('user_account as edited', 'edited.id', 'review.editor_id')
    .innerJoin('user_account as reviewed', 'reviewed.id', 'review.reviewer_id')
    .selectAll('review')
    .select(['edited.email as editor', 'reviewed.email as reviewer'])
    .where('study.project_id', '=', projectId);

/** Reviews of people who are not test users of the workspace or of the project. */
export const namedReviews = (query: Query, projectId: number) =>
  reviewsWithPeople(query, projectId)
    .where('edited.is_test', '=', 0)
    .where('reviewed.is_test', '=', 0)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('project_test_user as tester')
            .select('tester.user_id')
            .where('tester.project_id', '=', projectId)
            .where((or) => or.or([or('tester.user_id', '=', or.ref('edited.id')), or('tester.user_id', '=', or.ref('reviewed.id'))])),
        ),
      ),
    );

/** Finished reviews of a project, or of one of its studies, without those of test users; the longest finished first. */
export async function finishedReviews(query: Query, projectId: number, studyId?: number): Promise<NamedReview[]> {
  const found = await namedReviews(query, projectId)
    .where('review.state', '=', 'finished')
    .$if(studyId !== undefined, (some) => some.where('review.study_id', '=', studyId ?? 0))
    .orderBy('review.finished_at')
    .execute();
  return found.map(counted);
}

/** Reviews of a project that came to a check point or an end, those of test users apart; the newest first. */
export async function reviewsToExport(query: Query, projectId: number): Promise<NamedReview[]> {
  const found = await namedReviews(query, projectId).where('review.state', '!=', 'draft').orderBy('review.updated_at', 'desc').execute();
  return found.map(counted);
}

/** All reviews of a project: drafts and those of test users too. */
export const allNamedReviews = async (query: Query, projectId: number): Promise<NamedReview[]> =>
  (await reviewsWithPeople(query, projectId).orderBy('review.updated_at', 'desc').execute()).map(counted);

/** Effect of a save, or a change of state, on a review. */
export type ReviewFacts = Pick<
  ReviewRecord,
  'state' | 'base_version' | 'version_id' | 'study_state' | 'finished_version' | 'finished_at' | 'updated_at'
> &
  Partial<Pick<ReviewRecord, 'finish_reason' | 'finish_open'>>;

/** Begins a review, or moves it on. */
export async function storeReview(query: Query, key: ReviewKey, facts: ReviewFacts): Promise<void> {
  await query
    .insertInto('review')
    .values({
      study_id: key.studyId,
      editor_id: key.editorId,
      blind: key.blind,
      reviewer_id: key.reviewerId,
      control: null,
      outcome_state: null,
      outcome_by: null,
      outcome_at: null,
      created_at: facts.updated_at,
      ...facts,
    })
    .onConflict((conflict) => conflict.columns(['study_id', 'editor_id', 'blind', 'reviewer_id']).doUpdateSet(facts))
    .execute();
  await markUnlisted(query, key.studyId);
}

/** Brings a review back to a state before it was finished; the outcome of a team review goes with it. */
export async function reopenReview(query: Query, key: ReviewKey, state: 'draft' | 'checkpoint', now: number): Promise<void> {
  await update(query, key, {
    state,
    finished_version: null,
    finished_at: null,
    outcome_state: null,
    outcome_by: null,
    outcome_at: null,
    outcome_hidden_by: null,
    outcome_hidden_at: null,
    consensus_of: null,
    consensus_taken: null,
    finish_reason: null,
    finish_open: null,
    updated_at: now,
  });
}

/** Names the versions of other reviews that a consensus was made from, and what it took from whom. */
export const storeConsensus = (query: Query, key: ReviewKey, versions: readonly number[], taken: ConsensusTaken): Promise<void> =>
  update(query, key, { consensus_of: JSON.stringify(versions), consensus_taken: JSON.stringify(taken) });

/** Decision of a team review. */
export const storeOutcome = (query: Query, key: ReviewKey, outcome: { state: StudyState; by: number; now: number }): Promise<void> =>
  update(query, key, {
    outcome_state: outcome.state,
    outcome_by: outcome.by,
    outcome_at: outcome.now,
    outcome_hidden_by: null,
    outcome_hidden_at: null,
  });

/** Takes an outcome back: it is kept, and counts no more. */
export const hideOutcome = (query: Query, key: ReviewKey, by: { userId: number; now: number }): Promise<void> =>
  update(query, key, { outcome_hidden_by: by.userId, outcome_hidden_at: by.now });

async function update(query: Query, key: ReviewKey, change: Updateable<ReviewTable>): Promise<void> {
  await query
    .updateTable('review')
    .set(change)
    .where('study_id', '=', key.studyId)
    .where('editor_id', '=', key.editorId)
    .where('blind', '=', key.blind)
    .where('reviewer_id', '=', key.reviewerId)
    .execute();
  await markUnlisted(query, key.studyId);
}
