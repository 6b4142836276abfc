import { NO_REVIEW, NOT_FINISHED, OUTCOME_NEEDS_CYCLES } from '@echometry/contract/rules/review.ts';
import type { Caller } from '../../access/caller.ts';
import { reviewOfTeam, workToReview } from '../../access/reviewed-work.ts';
import { imagesOfEntries } from '../../analysis/read.ts';
import { recordAct } from '../../db/audit.ts';
import { findReview, reopenReview, type ReviewKey, type ReviewRecord, storeOutcome } from '../../db/reviews.ts';
import type { Handlers } from '../../http/call-route.ts';
import { notFound, wrongState } from '../../problem.ts';
import { editorsWork, readCopy } from '../../review/copy.ts';
import { areCyclesSegmented } from '../../review/cycles.ts';
import { lockStudy } from '../../review/save.ts';
import type { Services } from '../../services.ts';

type Transaction = Parameters<typeof recordAct>[0];

/** What happens to a review that is there: reopening, the way back to its check point, the outcome of a team review. */
export function reviewStateHandlers(
  services: Services,
): Pick<Handlers, 'reviewsUnvalidate' | 'reviewsValidatedToCheck' | 'reviewsUpdateState'> {
  /** Runs alone for the study, and writes the act with what it does. */
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
      await recordAct(inside, db.dialect, {
        at: services.now(),
        actorId: caller.user.id,
        role: caller.role,
        act,
        studyId: key.studyId,
        subject: String(key.reviewerId),
        detail: { editor: key.editorId, blind: key.blind, ...detail },
      });
    });
  };
  const requireFinished = ({ state }: ReviewRecord): void => {
    if (state !== 'finished') throw wrongState(NOT_FINISHED);
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
    const find = caller.role === 'Reviewer' ? workToReview : reviewOfTeam;
    const { key } = await find(services, caller, body);
    await change(caller, key, 'review-back-for-changes', async (inside, review) => {
      requireFinished(review);
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
    const { key } = await reviewOfTeam(services, caller, body);
    await change(caller, key, 'review-outcome', async (inside, review) => {
      requireFinished(review);
      if (body.new_state === 'Suboptimal' && !(await mayBeIncluded(inside, review))) throw wrongState(OUTCOME_NEEDS_CYCLES);
      await storeOutcome(inside, key, { state: body.new_state, by: caller.user.id, now: services.now() });
      return { state: body.new_state };
    });
    return { study_state: body.new_state };
  };

  return { reviewsUnvalidate, reviewsValidatedToCheck, reviewsUpdateState };
}
