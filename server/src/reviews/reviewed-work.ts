import { NO_REVIEW, NOT_WAITING } from '@echometry/contract/rules/review.ts';
import type { Caller } from '../access/caller.ts';
import { type HeadRecord, headsOfStudy } from '../db/analyses.ts';
import { findReview, type ReviewKey } from '../db/reviews.ts';
import type { StudyRecord } from '../db/studies.ts';
import { findUser } from '../db/users.ts';
import { forbidden, invalidField, notFound } from '../errors.ts';
import { teamReviews, waitingAmong, type WaitingStudy, waitingStudy } from './team.ts';
import type { Services } from '../access/services.ts';
import { type ProjectAccess, projectByName, studyIn, workScopeOf } from '../access/project-access.ts';
import { visibleHead } from '../access/visible-head.ts';

/** Fields that name a review in a call. */
export interface ReviewNamed {
  id: string;
  editor?: string | undefined;
  reviewer?: string | undefined;
  blind?: boolean | undefined;
  project?: string | undefined;
  db_name: string;
}

export interface ReviewPlace {
  access: ProjectAccess;
  study: StudyRecord;
}

/** Project and study of a call about a review. */
export async function placeOfReview(services: Services, caller: Caller, body: ReviewNamed): Promise<ReviewPlace> {
  const access = await projectByName(services, caller, body.db_name);
  if (body.project !== undefined && body.project !== access.project._id && body.project !== access.project.db_name)
    throw invalidField('project', 'Not the project of db_name');
  return { access, study: await studyIn(services, access, body.id, 'id') };
}

/**
 * Work that became incomplete after the caller began to review it: their review stays open to them, on the version it is based
 * on. Later work is not shown before it is complete.
 */
async function headOfOwnReview(
  services: Services,
  caller: Caller,
  { access, study }: ReviewPlace,
  { editor, blind }: ReviewNamed,
): Promise<HeadRecord | undefined> {
  const { query } = services.db;
  for (const head of await headsOfStudy(query, study.id, workScopeOf(caller, access))) {
    if (head.editor !== editor || (blind !== undefined && (head.blind === 1) !== blind)) continue;
    const key = { studyId: study.id, editorId: head.editor_id, blind: head.blind, reviewerId: caller.user.id };
    const review = await findReview(query, key);
    if (review !== undefined) return { ...head, version_id: review.base_version };
  }
  return undefined;
}

/** The work the caller reviews: complete work of an editor in reviews_to; undefined where there is none. */
export async function reviewedHead(
  services: Services,
  caller: Caller,
  body: ReviewNamed,
): Promise<ReviewPlace & { head: HeadRecord | undefined }> {
  if (body.reviewer !== undefined && body.reviewer !== caller.user.person.email) throw forbidden("Another user's id is not allowed");
  const place = await placeOfReview(services, caller, body);
  const head = await visibleHead(services, caller, place.access, place.study.id, body.editor, body.blind);
  return { ...place, head: head ?? (await headOfOwnReview(services, caller, place, body)) };
}

/** The same where the call is about work that has to be there. */
export async function workToReview(
  services: Services,
  caller: Caller,
  body: ReviewNamed,
): Promise<ReviewPlace & { head: HeadRecord; key: ReviewKey }> {
  const { head, ...place } = await reviewedHead(services, caller, body);
  if (head === undefined) throw notFound('editor', 'has no complete analysis of this study for you to review');
  const key = { studyId: place.study.id, editorId: head.editor_id, blind: head.blind, reviewerId: caller.user.id };
  return { ...place, head, key };
}

/** The study that waits for the caller's team review. */
export async function studyOfTeam(services: Services, caller: Caller, body: ReviewNamed): Promise<ReviewPlace & { waiting: WaitingStudy }> {
  const place = await placeOfReview(services, caller, body);
  const waiting = await waitingStudy(services, place.access, place.study.id);
  if (waiting === undefined) throw notFound('id', NOT_WAITING);
  return { ...place, waiting };
}

/** The review that speaks for a study, or once the study was decided the first of its reviews. */
async function speakingReview(services: Services, { access, study }: ReviewPlace): Promise<ReviewKey> {
  const standing = await teamReviews(services, access, study.id);
  const review = (await waitingAmong(services, access, standing))?.review ?? standing[0];
  if (review === undefined) throw notFound('id', NO_REVIEW);
  return { studyId: study.id, editorId: review.editor_id, blind: review.blind, reviewerId: review.reviewer_id };
}

/**
 * The review that a team decides about, of an editor in reviews_to. Reviews of and by test users do not count. A call without
 * editor and reviewer is about the review that speaks for the study.
 */
export async function reviewOfTeam(services: Services, caller: Caller, body: ReviewNamed): Promise<ReviewPlace & { key: ReviewKey }> {
  const { query } = services.db;
  const place = await placeOfReview(services, caller, body);
  if (body.editor === undefined && body.reviewer === undefined) return { ...place, key: await speakingReview(services, place) };
  const [editor, reviewer] = await Promise.all([findUser(query, body.editor ?? ''), findUser(query, body.reviewer ?? '')]);
  const missing = notFound('reviewer', NO_REVIEW);
  if (editor === null || reviewer === null || editor.is_test || reviewer.is_test) throw missing;
  if (!place.access.reviewsTo.includes(editor.person.email)) throw missing;
  for (const blind of body.blind === undefined ? ([0, 1] as const) : ([body.blind ? 1 : 0] as const)) {
    const key = { studyId: place.study.id, editorId: editor.id, blind, reviewerId: reviewer.id };
    if ((await findReview(query, key)) !== undefined) return { ...place, key };
  }
  throw missing;
}
