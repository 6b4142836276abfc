/** Issues of reviews of the open study: raised by reviewers, read and resolved by the editor from the check point onwards. */
import { proxy } from 'valtio';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { NewIssue, ReviewIssue } from '@echometry/contract/records/review-issue.ts';
import { mayReview, maySave } from '@echometry/contract/rules/permissions.ts';
import { alertUser } from '../../lib/alerts.ts';
import { call } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import { messages } from '../messages.ts';
import { currentSession, onStudyClosed } from './current-study.ts';
import { scopeOf } from './study-scope.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

interface IssuesState {
  list: ReviewIssue[];
  /** The selected one, for keys. */
  chosen: string | null;
  /** The last removed one, which can be restored. */
  removed: ReviewIssue | null;
}

export const issuesState = proxy<IssuesState>({ list: [], chosen: null, removed: null });

onStudyClosed(() => {
  Object.assign(issuesState, { list: [], chosen: null, removed: null });
});

/** Whose review the calls are about: for an editor, any review of their own work. */
function named(link: StudyLink) {
  const review = currentSession()?.study.review;
  const editor = review?.editor ?? session.login?.email ?? '';
  return { id: link.study_id, editor, ...(review ? { blind: review.blind } : {}), ...scopeOf(link) };
}

const failed = (what: string, error: unknown): void => alertUser(messages.issues.failed(what, messageOf(error)), 'hard');

/** Reads them again; what fails is read again with the next look. */
export async function loadIssues(link: StudyLink): Promise<void> {
  const open = currentSession();
  const role = session.login?.role ?? null;
  if (!open || !(maySave(role) || mayReview(role))) return;
  try {
    const { issues } = await call(CALLS.reviewsGetIssues, named(link));
    if (open === currentSession()) issuesState.list = issues;
  } catch (error) {
    console.warn('Issues of the review could not be read.', error);
  }
}

export async function raiseIssue(link: StudyLink, issue: Omit<NewIssue, 'id'>): Promise<boolean> {
  try {
    const stored = await call(CALLS.reviewsCreateIssue, { ...named(link), issue: { ...issue, id: crypto.randomUUID() } });
    issuesState.list = [...issuesState.list, stored.issue];
    issuesState.chosen = stored.issue.id;
    return true;
  } catch (error) {
    failed(messages.issues.notStored, error);
    return false;
  }
}

export async function resolveIssue(link: StudyLink, { id, resolved }: Pick<ReviewIssue, 'id' | 'resolved'>): Promise<void> {
  try {
    await call(CALLS.reviewsResolveIssue, { ...named(link), issue: id, resolved: !resolved });
  } catch (error) {
    failed(resolved ? messages.issues.notReopened : messages.issues.notResolved, error);
  }
  await loadIssues(link);
}

/** Takes an issue away. */
export async function removeIssue(link: StudyLink, issue: ReviewIssue): Promise<void> {
  try {
    await call(CALLS.reviewsRemoveIssue, { ...named(link), issue: issue.id, removed: true });
    issuesState.removed = issue;
  } catch (error) {
    failed(messages.issues.notRemoved, error);
  }
  await loadIssues(link);
}

/** Restores the last removed issue. */
export async function restoreIssue(link: StudyLink): Promise<void> {
  const { removed } = issuesState;
  if (!removed) return;
  try {
    await call(CALLS.reviewsRemoveIssue, { ...named(link), issue: removed.id, removed: false });
    issuesState.removed = null;
  } catch (error) {
    failed(messages.issues.notRestored, error);
  }
  await loadIssues(link);
}
