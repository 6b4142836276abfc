import type { IssueReply } from '@echometry/contract/records/review-issue.ts';
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { ReviewKey } from './reviews.ts';
import type { Database, Flag, ReviewIssueTable } from './schema.ts';

type Query = Kysely<Database>;

export type IssueRow = Selectable<ReviewIssueTable> & { reviewer: string; resolver: string | null; image_filename: string };

/** The reply of the editor; null without one. */
export const replyOf = ({ reply, replied_at }: Pick<IssueRow, 'reply' | 'replied_at'>): IssueReply | null =>
  reply === null || replied_at === null ? null : { content: reply, created_at: replied_at };

/**
 * Whose issues are read: issues of one review, or of all reviews of the person's own work, from the check point onwards. The
 * reviews of test users are hidden from others.
 */
export type IssueScope = { of: 'review'; key: ReviewKey } | { of: 'work'; studyId: number; editorId: number; blind: Flag };

const issues = (query: Query) =>
  query
    .selectFrom('review_issue')
    .innerJoin('user_account as author', 'author.id', 'review_issue.reviewer_id')
    .leftJoin('user_account as resolving', 'resolving.id', 'review_issue.resolved_by')
    .innerJoin('image_file', (join) =>
      join.onRef('image_file.study_id', '=', 'review_issue.study_id').onRef('image_file.instance_id', '=', 'review_issue.instance_id'),
    )
    .selectAll('review_issue')
    .select(['author.email as reviewer', 'resolving.email as resolver', 'image_file.filename as image_filename']);

/** Issues of reviews from the check point onwards, but for reviews of test users. */
const reviewedIssues = (query: Query) =>
  issues(query)
    .innerJoin('review', (join) =>
      join
        .onRef('review.study_id', '=', 'review_issue.study_id')
        .onRef('review.editor_id', '=', 'review_issue.editor_id')
        .onRef('review.blind', '=', 'review_issue.blind')
        .onRef('review.reviewer_id', '=', 'review_issue.reviewer_id'),
    )
    .where('review.state', '!=', 'draft')
    .where('author.is_test', '=', 0);

/** Those of all reviews of a person's work. */
const onOwnWork = (query: Query, { editorId, blind }: { editorId: number; blind: Flag }) =>
  reviewedIssues(query).where('review_issue.editor_id', '=', editorId).where('review_issue.blind', '=', blind);

function seen(query: Query, scope: IssueScope) {
  if (scope.of === 'review') {
    const { studyId, editorId, blind, reviewerId } = scope.key;
    return issues(query)
      .where('review_issue.study_id', '=', studyId)
      .where('review_issue.editor_id', '=', editorId)
      .where('review_issue.blind', '=', blind)
      .where('review_issue.reviewer_id', '=', reviewerId);
  }
  return onOwnWork(query, scope).where('review_issue.study_id', '=', scope.studyId);
}

/** Issues that are there, in the order they were raised. */
export const issuesIn = (query: Query, scope: IssueScope): Promise<IssueRow[]> =>
  seen(query, scope).where('review_issue.deleted_at', 'is', null).orderBy('review_issue.created_at').orderBy('review_issue.id').execute();

/** One issue of a scope, including removed ones. */
export const findIssue = (query: Query, scope: IssueScope, id: string): Promise<IssueRow | undefined> =>
  seen(query, scope).where('review_issue.id', '=', id).executeTakeFirst();

/** False where the id is used in the study already. */
export async function addIssue(query: Query, row: Insertable<ReviewIssueTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await query
    .insertInto('review_issue')
    .values(row)
    .onConflict((conflict) => conflict.columns(['study_id', 'id']).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows ?? 0) > 0;
}

type Change = Partial<Pick<Selectable<ReviewIssueTable>, 'resolved_by' | 'resolved_at' | 'deleted_at' | 'reply' | 'replied_at'>>;

export async function changeIssue(query: Query, { study_id, id }: Pick<IssueRow, 'study_id' | 'id'>, change: Change): Promise<void> {
  await query.updateTable('review_issue').set(change).where('study_id', '=', study_id).where('id', '=', id).execute();
}

/** An open issue with the project of its study, and the version that its review is based on. */
export type OpenIssueRow = IssueRow & { project_id: number; base_version: number };

/** Open issues of all reviews of a person's work in some projects, from the check point onwards, the oldest first. */
export const openIssuesOf = (query: Query, work: { editorId: number; blind: Flag }, projects: readonly number[]): Promise<OpenIssueRow[]> =>
  onOwnWork(query, work)
    .innerJoin('study', 'study.id', 'review_issue.study_id')
    .select(['study.project_id', 'review.base_version'])
    .where('study.active', '=', 1)
    .where('study.project_id', 'in', [0, ...projects])
    .where('review_issue.resolved_at', 'is', null)
    .where('review_issue.deleted_at', 'is', null)
    .orderBy('review_issue.created_at')
    .orderBy('review_issue.id')
    .execute();

/** Numbers of open issues in a project, by study: of all reviews from the check point onwards. */
export async function openIssuesByStudy(query: Query, projectId: number): Promise<Map<number, number>> {
  const rows = await reviewedIssues(query)
    .innerJoin('study', 'study.id', 'review_issue.study_id')
    .clearSelect()
    .select(['review_issue.study_id', query.fn.countAll<number>().as('open')])
    .where('study.project_id', '=', projectId)
    .where('review_issue.resolved_at', 'is', null)
    .where('review_issue.deleted_at', 'is', null)
    .groupBy('review_issue.study_id')
    .execute();
  return new Map(rows.map(({ study_id, open }) => [study_id, Number(open)]));
}
