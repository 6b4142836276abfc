import { Type } from 'typebox';
import { ReviewState } from '../../records/study.ts';
import { Name, Strict } from '../../records/strict.ts';
import { RETURNING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { PROJECT, REVIEW } from './scope.ts';

/**
 * Returns a finished review to its check point, without the outcome of a team review. A Reviewer returns their own, a team
 * review all finished reviews of the study of the one it names; it may name the study only. `wrong-state` for a review that is not finished.
 */
export const reviewsValidatedToCheck = defineCall({
  path: 'reviews/validated_to_check',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: RETURNING_ROLES },
  body: Strict({ ...REVIEW, editor: Type.Optional(Name), project: PROJECT }),
  answer: Strict({ state: ReviewState }),
});
