import { Type } from 'typebox';
import { OutcomeState } from '../../records/review.ts';
import { Name, Strict } from '../../records/strict.ts';
import { TEAM_REVIEW_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { PROJECT, REVIEW } from './scope.ts';

/**
 * The outcome of a team review about a study: it overrides the computed state of all finished reviews of the study, of editors
 * in reviews_to, until they are reopened. 'Suboptimal' only when every image of the named review has its cycles segmented
 * (docs/specification.md#platform-4). Without `editor` and `reviewer` it names the review that speaks for the study. `wrong-state` where a colleague decided already.
 */
export const reviewsUpdateState = defineCall({
  path: 'reviews/update_state',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: TEAM_REVIEW_ROLES },
  body: Strict({ ...REVIEW, editor: Type.Optional(Name), project: PROJECT, new_state: OutcomeState }),
  answer: Strict({ study_state: OutcomeState }),
});
