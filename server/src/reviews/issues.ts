import type { CommentAnchor } from '@echometry/contract/records/comment.ts';
import type { NewIssue, ReviewIssue } from '@echometry/contract/records/review-issue.ts';
import { isBlind, mayReview } from '@echometry/contract/rules/permissions.ts';
import { ISSUE_OF_FINISHED, isReason, UNKNOWN_REASON } from '@echometry/contract/rules/review-issues.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../access/caller.ts';
import { placeOfReview, type ReviewNamed, workToReview } from './reviewed-work.ts';
import { filenamesOfStudy } from '../db/files.ts';
import { addIssue, changeIssue, findIssue, type IssueRow, type IssueScope, issuesIn, replyOf } from '../db/review-issues.ts';
import { findReview } from '../db/reviews.ts';
import type { Handlers } from '../access/call-route.ts';
import { invalidField, wrongState } from '../errors.ts';
import type { Services } from '../access/services.ts';

type IssueCalls = 'reviewsGetIssues' | 'reviewsCreateIssue' | 'reviewsResolveIssue' | 'reviewsReplyIssue' | 'reviewsRemoveIssue';

const storedIssue = (row: IssueRow): ReviewIssue => ({
  id: row.id,
  instance_id: row.instance_id,
  image_filename: row.image_filename,
  reason: row.reason,
  content: row.content,
  anchor: row.anchor === null ? null : (JSON.parse(row.anchor) as CommentAnchor),
  reviewer: row.reviewer,
  created_at: row.created_at,
  resolved: row.resolved_at !== null,
  resolved_by: row.resolver,
  resolved_at: row.resolved_at,
  reply: replyOf(row),
});

/** Issues of reviews: raised by reviewers, read and resolved by the editor from the check point onwards. */
export function issueHandlers(services: Services): Pick<Handlers, IssueCalls> {
  const { query } = services.db;

  /** Issues the caller reads: of their own review, or on their own work. */
  const scopeOf = async (caller: Caller, body: ReviewNamed): Promise<IssueScope> => {
    if (mayReview(caller.role)) return { of: 'review', key: (await workToReview(services, caller, body)).key };
    const { study } = await placeOfReview(services, caller, body);
    return { of: 'work', studyId: study.id, editorId: caller.user.id, blind: isBlind(caller.role) ? 1 : 0 };
  };

  const instanceOf = async (studyId: number, { image_filename }: NewIssue): Promise<string> => {
    for (const [instanceId, name] of await filenamesOfStudy(query, studyId, { see: 'all' })) if (name === image_filename) return instanceId;
    throw invalidField('issue.image_filename', 'is not an image of this study');
  };

  const reviewsGetIssues: Handlers['reviewsGetIssues'] = async ({ body, caller }) => ({
    issues: (await issuesIn(query, await scopeOf(caller, body))).map(storedIssue),
  });

  const reviewsCreateIssue: Handlers['reviewsCreateIssue'] = async ({ body, caller }) => {
    const { study, key } = await workToReview(services, caller, body);
    const { issue } = body;
    if (!isReason(issue.reason)) throw invalidField('issue.reason', UNKNOWN_REASON);
    if ((await findReview(query, key))?.state === 'finished') throw wrongState(ISSUE_OF_FINISHED);
    const row = {
      study_id: study.id,
      id: issue.id,
      editor_id: key.editorId,
      blind: key.blind,
      reviewer_id: key.reviewerId,
      instance_id: await instanceOf(study.id, issue),
      reason: issue.reason,
      content: issue.content.trim(),
      anchor: issue.anchor === null ? null : JSON.stringify(issue.anchor),
      created_at: services.now(),
    };
    const added = await addIssue(query, row);
    const stored = await findIssue(query, { of: 'review', key }, issue.id);
    const contentOf = (from: typeof row | IssueRow) => [from.instance_id, from.reason, from.content, from.anchor];
    if (stored === undefined || (!added && !isDeepStrictEqual(contentOf(stored), contentOf(row))))
      throw invalidField('issue.id', 'This id was used for another issue. Nothing was stored: send it again under a new one');
    return { issue: storedIssue(stored) };
  };

  const reviewsResolveIssue: Handlers['reviewsResolveIssue'] = async ({ body, caller }) => {
    const found = await findIssue(query, await scopeOf(caller, body), body.issue);
    // Another person's issue is treated like a missing one.
    if (found === undefined || found.deleted_at !== null || (found.resolved_at !== null) === body.resolved) return { changed: 0 };
    const resolved = body.resolved
      ? { resolved_by: caller.user.id, resolved_at: services.now() }
      : { resolved_by: null, resolved_at: null };
    await changeIssue(query, found, resolved);
    return { changed: 1 };
  };

  const reviewsReplyIssue: Handlers['reviewsReplyIssue'] = async ({ body, caller }) => {
    const found = await findIssue(query, await scopeOf(caller, body), body.issue);
    const content = body.content.trim();
    if (found === undefined || found.deleted_at !== null || (found.reply ?? '') === content) return { changed: 0 };
    await changeIssue(query, found, content === '' ? { reply: null, replied_at: null } : { reply: content, replied_at: services.now() });
    return { changed: 1 };
  };

  const reviewsRemoveIssue: Handlers['reviewsRemoveIssue'] = async ({ body, caller }) => {
    const { key } = await workToReview(services, caller, body);
    const found = await findIssue(query, { of: 'review', key }, body.issue);
    if (found === undefined || (found.deleted_at !== null) === body.removed) return { changed: 0 };
    await changeIssue(query, found, { deleted_at: body.removed ? services.now() : null });
    return { changed: 1 };
  };

  return { reviewsGetIssues, reviewsCreateIssue, reviewsResolveIssue, reviewsReplyIssue, reviewsRemoveIssue };
}
