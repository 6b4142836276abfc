import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import type { CALLS } from '@echometry/contract/calls/registry.ts';
import { alreadyDecided, NO_REVIEW, NOT_FINISHED, OUTCOME_NEEDS_CYCLES } from '@echometry/contract/rules/review.ts';
import type { Caller } from '../access/caller.ts';
import { type ReviewNamed, reviewOfTeam, workToReview } from './reviewed-work.ts';
import { imagesOfEntries } from '../analyses/read.ts';
import { recordAct } from '../db/audit.ts';
import { findReview, finishedReviews, reopenReview, type ReviewKey, type ReviewRecord, storeOutcome } from '../db/reviews.ts';
import { findUserById } from '../db/users.ts';
import { queueEvent } from '../db/webhook-events.ts';
import type { ContextOf, Handlers } from '../access/call-route.ts';
import { invalidField, notFound, wrongState } from '../errors.ts';
import { editorsWork, readCopy } from './copy.ts';
import { areCyclesSegmented } from './cycles.ts';
import { lockStudy } from './save.ts';
import type { Services } from '../access/services.ts';

type Transaction = Parameters<typeof recordAct>[0];

/** A change of a review as the audit names it. */
interface Act {
  caller: Caller;
  act: string;
  detail?: Record<string, string>;
}

const recordReview = ({ db, now }: Services, inside: Transaction, { caller, act, detail }: Act, key: ReviewKey): Promise<void> =>
  recordAct(inside, db.dialect, {
    at: now(),
    actorId: caller.user.id,
    role: caller.role,
    act,
    studyId: key.studyId,
    subject: String(key.reviewerId),
    detail: { editor: key.editorId, blind: key.blind, ...detail },
  });

function requireFinished({ state }: ReviewRecord): void {
  if (state !== 'finished') throw wrongState(NOT_FINISHED);
}

async function lockedReview({ db }: Services, inside: Transaction, key: ReviewKey): Promise<ReviewRecord> {
  await lockStudy(inside, db.dialect, key.studyId);
  const review = await findReview(inside, key);
  if (review === undefined) throw notFound('editor', NO_REVIEW);
  return review;
}

/** Changes one review, and records the act in the same transaction. */
const change = (
  services: Services,
  act: Act,
  key: ReviewKey,
  work: (inside: Transaction, review: ReviewRecord) => Promise<void>,
): Promise<void> =>
  services.db.query.transaction().execute(async (inside) => {
    await work(inside, await lockedReview(services, inside, key));
    await recordReview(services, inside, act, key);
  });

/**
 * A decision of a team about a study applies to all finished reviews of it by the team's editors. It cannot be replaced by a
 * colleague until it is taken back.
 */
async function decide(
  services: Services,
  act: Act,
  body: ReviewNamed,
  work: (inside: Transaction, key: ReviewKey) => Promise<void>,
  allowed: (inside: Transaction, review: ReviewRecord) => Promise<void> = async () => undefined,
): Promise<void> {
  const { caller } = act;
  const { key: named, access } = await reviewOfTeam(services, caller, body);
  await services.db.query.transaction().execute(async (inside) => {
    const review = await lockedReview(services, inside, named);
    requireFinished(review);
    const finished = (await finishedReviews(inside, access.id, named.studyId)).filter(({ editor }) => access.reviewsTo.includes(editor));
    const decided = finished.find(({ outcome_by }) => outcome_by !== null && outcome_by !== caller.user.id);
    if (decided !== undefined && review.outcome_state !== null)
      throw wrongState(alreadyDecided((await findUserById(inside, decided.outcome_by!))?.person.email ?? '', decided.outcome_state ?? ''));
    await allowed(inside, review);
    const keys = finished.map(({ editor_id, blind, reviewer_id }) => ({
      studyId: named.studyId,
      editorId: editor_id,
      blind,
      reviewerId: reviewer_id,
    }));
    for (const key of keys) await work(inside, key);
    // The audit comes last: what the work queues for webhooks is locked before it.
    for (const key of keys) await recordReview(services, inside, act, key);
  });
}

/** Reopens a review, and queues that for webhooks where it was finished. */
async function reopen({ db, now }: Services, inside: Transaction, key: ReviewKey, to: 'draft' | 'checkpoint'): Promise<void> {
  const review = await findReview(inside, key);
  await reopenReview(inside, key, to, now());
  if (review?.state !== 'finished') return;
  await queueEvent(inside, db.dialect, {
    event: 'review-reopened',
    at: now(),
    of: { studyId: key.studyId },
    facts: { review: review.version_id, analysis: review.base_version, blind: key.blind === 1, state: to },
    people: [key.editorId, key.reviewerId],
  });
}

async function unvalidate(
  services: Services,
  { body, caller }: ContextOf<'reviewsUnvalidate'>,
): Promise<AnswerOf<typeof CALLS.reviewsUnvalidate>> {
  const { key } = await workToReview(services, caller, body);
  await change(services, { caller, act: 'review-reopened' }, key, (inside) => reopen(services, inside, key, 'draft'));
  return { state: 'draft' };
}

async function validatedToCheck(
  services: Services,
  { body, caller }: ContextOf<'reviewsValidatedToCheck'>,
): Promise<AnswerOf<typeof CALLS.reviewsValidatedToCheck>> {
  const act: Act = { caller, act: 'review-back-for-changes' };
  const toCheck = (inside: Transaction, key: ReviewKey) => reopen(services, inside, key, 'checkpoint');
  if (caller.role === 'Reviewer') {
    if (body.editor === undefined) throw invalidField('editor', 'Missing field editor');
    const { key } = await workToReview(services, caller, body);
    await change(services, act, key, async (inside, review) => {
      requireFinished(review);
      await toCheck(inside, key);
    });
  } else await decide(services, act, body, toCheck);
  return { state: 'checkpoint' };
}

/** Every image of the review has at least one cycle, and all of its cycles are segmented. */
async function mayBeIncluded(inside: Transaction, review: ReviewRecord): Promise<boolean> {
  const work = await editorsWork(inside, review.study_id, review.base_version);
  const { manifest, configVersions } = await readCopy(inside, review, work);
  const versions = { study_id: review.study_id, config_versions: JSON.stringify(configVersions) };
  const images = await imagesOfEntries(inside, versions, manifest.images);
  return areCyclesSegmented(images);
}

async function updateState(
  services: Services,
  { body, caller }: ContextOf<'reviewsUpdateState'>,
): Promise<AnswerOf<typeof CALLS.reviewsUpdateState>> {
  const state = body.new_state;
  await decide(
    services,
    { caller, act: 'review-outcome', detail: { state } },
    body,
    (inside, key) => storeOutcome(inside, key, { state, by: caller.user.id, now: services.now() }),
    async (inside, review) => {
      if (state === 'Suboptimal' && !(await mayBeIncluded(inside, review))) throw wrongState(OUTCOME_NEEDS_CYCLES);
    },
  );
  return { study_state: state };
}

type ReviewStateCalls = 'reviewsUnvalidate' | 'reviewsValidatedToCheck' | 'reviewsUpdateState';

/** Changes of an existing review: reopening, the way back to its check point, the outcome of a team review. */
export const reviewStateHandlers = (services: Services): Pick<Handlers, ReviewStateCalls> => ({
  reviewsUnvalidate: (context) => unvalidate(services, context),
  reviewsValidatedToCheck: (context) => validatedToCheck(services, context),
  reviewsUpdateState: (context) => updateState(services, context),
});
