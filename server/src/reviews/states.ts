import { alreadyDecided, NO_REVIEW, NOT_FINISHED, OUTCOME_NEEDS_CYCLES } from '@echometry/contract/rules/review.ts';
import type { Caller } from '../access/caller.ts';
import { type ReviewNamed, reviewOfTeam, workToReview } from './reviewed-work.ts';
import { imagesOfEntries } from '../analyses/read.ts';
import { recordAct } from '../db/audit.ts';
import { findReview, finishedReviews, reopenReview, type ReviewKey, type ReviewRecord, storeOutcome } from '../db/reviews.ts';
import { findUserById } from '../db/users.ts';
import type { Handlers } from '../access/call-route.ts';
import { invalidField, notFound, wrongState } from '../errors.ts';
import { editorsWork, readCopy } from './copy.ts';
import { areCyclesSegmented } from './cycles.ts';
import { lockStudy } from './save.ts';
import type { Services } from '../access/services.ts';

type Transaction = Parameters<typeof recordAct>[0];

/** Changes of an existing review: reopening, the way back to its check point, the outcome of a team review. */
export function reviewStateHandlers(
  services: Services,
): Pick<Handlers, 'reviewsUnvalidate' | 'reviewsValidatedToCheck' | 'reviewsUpdateState'> {
  const record = (inside: Transaction, caller: Caller, key: ReviewKey, act: string, detail: Record<string, string>) =>
    recordAct(inside, services.db.dialect, {
      at: services.now(),
      actorId: caller.user.id,
      role: caller.role,
      act,
      studyId: key.studyId,
      subject: String(key.reviewerId),
      detail: { editor: key.editorId, blind: key.blind, ...detail },
    });

  /** Locks the study, and records the act in the same transaction. */
  const change = async (
    caller: Caller,
    key: ReviewKey,
    act: string,
    work: (inside: Transaction, review: ReviewRecord) => Promise<Record<string, string>>,
  ): Promise<void> => {
    const { db } = services;
    await db.query.transaction().execute(async (inside) => {
      await lockStudy(inside, db.dialect, key.studyId);
      const review = await findReview(inside, key);
      if (review === undefined) throw notFound('editor', NO_REVIEW);
      const detail = await work(inside, review);
      await record(inside, caller, key, act, detail);
    });
  };
  const requireFinished = ({ state }: ReviewRecord): void => {
    if (state !== 'finished') throw wrongState(NOT_FINISHED);
  };

  /**
   * A decision of a team about a study applies to all finished reviews of it by the team's editors. It cannot be replaced by a
   * colleague until it is taken back.
   */
  const decide = async (
    caller: Caller,
    body: ReviewNamed,
    act: string,
    work: (inside: Transaction, key: ReviewKey) => Promise<Record<string, string>>,
    allowed: (inside: Transaction, review: ReviewRecord) => Promise<void> = async () => undefined,
  ): Promise<void> => {
    const { db } = services;
    const { key: named, access } = await reviewOfTeam(services, caller, body);
    await db.query.transaction().execute(async (inside) => {
      await lockStudy(inside, db.dialect, named.studyId);
      const review = await findReview(inside, named);
      if (review === undefined) throw notFound('editor', NO_REVIEW);
      requireFinished(review);
      const finished = (await finishedReviews(inside, access.id, named.studyId)).filter(({ editor }) => access.reviewsTo.includes(editor));
      const decided = finished.find(({ outcome_by }) => outcome_by !== null && outcome_by !== caller.user.id);
      if (decided !== undefined && review.outcome_state !== null)
        throw wrongState(
          alreadyDecided((await findUserById(inside, decided.outcome_by!))?.person.email ?? '', decided.outcome_state ?? ''),
        );
      await allowed(inside, review);
      for (const { editor_id, blind, reviewer_id } of finished) {
        const key = { studyId: named.studyId, editorId: editor_id, blind, reviewerId: reviewer_id };
        const detail = await work(inside, key);
        await record(inside, caller, key, act, detail);
      }
    });
  };

  const reviewsUnvalidate: Handlers['reviewsUnvalidate'] = async ({ body, caller }) => {
    const { key } = await workToReview(services, caller, body);
    await change(caller, key, 'review-reopened', async (inside) => {
      await reopenReview(inside, key, 'draft', services.now());
      return {};
    });
    return { state: 'draft' };
  };

  const reviewsValidatedToCheck: Handlers['reviewsValidatedToCheck'] = async ({ body, caller }) => {
    if (caller.role === 'Reviewer') {
      if (body.editor === undefined) throw invalidField('editor', 'Missing field editor');
      const { key } = await workToReview(services, caller, body);
      await change(caller, key, 'review-back-for-changes', async (inside, review) => {
        requireFinished(review);
        await reopenReview(inside, key, 'checkpoint', services.now());
        return {};
      });
    } else
      await decide(caller, body, 'review-back-for-changes', async (inside, key) => {
        await reopenReview(inside, key, 'checkpoint', services.now());
        return {};
      });
    return { state: 'checkpoint' };
  };

  /** Every image of the review has at least one cycle, and all of its cycles are segmented. */
  const mayBeIncluded = async (inside: Transaction, review: ReviewRecord): Promise<boolean> => {
    const work = await editorsWork(inside, review.study_id, review.base_version);
    const { manifest, configVersions } = await readCopy(inside, review, work);
    const versions = { study_id: review.study_id, config_versions: JSON.stringify(configVersions) };
    const images = await imagesOfEntries(inside, versions, manifest.images);
    return areCyclesSegmented(images);
  };

  const reviewsUpdateState: Handlers['reviewsUpdateState'] = async ({ body, caller }) => {
    const state = body.new_state;
    const allowed = async (inside: Transaction, review: ReviewRecord) => {
      if (state === 'Suboptimal' && !(await mayBeIncluded(inside, review))) throw wrongState(OUTCOME_NEEDS_CYCLES);
    };
    await decide(
      caller,
      body,
      'review-outcome',
      async (inside, key) => {
        await storeOutcome(inside, key, { state, by: caller.user.id, now: services.now() });
        return { state };
      },
      allowed,
    );
    return { study_state: body.new_state };
  };

  return { reviewsUnvalidate, reviewsValidatedToCheck, reviewsUpdateState };
}
