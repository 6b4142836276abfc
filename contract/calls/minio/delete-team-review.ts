import { Type } from 'typebox';
import { Strict } from '../../records/strict.ts';
import { TEAM_REVIEW_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/**
 * Takes back what a team review stored for a study: the outcomes of all reviews of editors in reviews_to. They are kept and count
 * no more; the study returns to the list of the team review, and the act names person and time.
 */
export const deleteTeamReview = defineCall({
  path: 'minio/delete_team_review',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: TEAM_REVIEW_ROLES },
  body: Strict({
    /** Number of the patient in object paths. */
    patient: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    /** YYYYMMDD. */
    date: Type.String({ pattern: '^[0-9]{8}$' }),
  }),
  /** Outcomes that count no more. */
  answer: Strict({ hidden: Type.Integer({ minimum: 0 }) }),
});
