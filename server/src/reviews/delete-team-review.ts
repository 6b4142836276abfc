import { projectByName } from '../access/project-access.ts';
import { recordAct } from '../db/audit.ts';
import { allReviews, hideOutcome } from '../db/reviews.ts';
import { findStudyByObject } from '../db/study-objects.ts';
import { findUser } from '../db/users.ts';
import type { Handlers } from '../access/call-route.ts';
import { notFound } from '../errors.ts';
import { lockStudy } from './save.ts';
import type { Services } from '../access/services.ts';

export function deleteTeamReviewHandlers(services: Services): Pick<Handlers, 'deleteTeamReview'> {
  const { db } = services;

  const deleteTeamReview: Handlers['deleteTeamReview'] = async ({ body, caller }) => {
    const found = await findStudyByObject(db.query, body.patient, body.date);
    if (found === null) throw notFound('patient', 'No such study');
    const access = await projectByName(services, caller, found.db_name);
    const editors = new Set<number>();
    for (const email of access.reviewsTo) {
      const editor = await findUser(db.query, email);
      if (editor !== null) editors.add(editor.id);
    }
    const now = services.now();
    return db.query.transaction().execute(async (inside) => {
      await lockStudy(inside, db.dialect, found.id);
      const decided = (await allReviews(inside, access.id)).filter(
        ({ study_id, editor_id, outcome_state }) => study_id === found.id && editors.has(editor_id) && outcome_state !== null,
      );
      for (const review of decided) {
        const key = { studyId: found.id, editorId: review.editor_id, blind: review.blind, reviewerId: review.reviewer_id };
        await hideOutcome(inside, key, { userId: caller.user.id, now });
        await recordAct(inside, db.dialect, {
          at: now,
          actorId: caller.user.id,
          role: caller.role,
          act: 'team-review-hidden',
          studyId: found.id,
          subject: String(review.reviewer_id),
          detail: { editor: review.editor_id, blind: review.blind, state: review.outcome_state, by: review.outcome_by },
        });
      }
      return { hidden: decided.length };
    });
  };

  return { deleteTeamReview };
}
