import { Type } from 'typebox';
import { MissingImages } from '../../records/analysis.ts';
import { FinishReason } from '../../records/review.ts';
import { Strict } from '../../records/strict.ts';
import { REVIEWING_ROLES } from '../../rules/permissions.ts';
import { MAX_ANALYSIS_BYTES } from '../analysis/update.ts';
import { defineCall } from '../call.ts';
import { REVIEW_CONTENT, ReviewSaved } from './create.ts';
import { PROJECT, REVIEW } from './scope.ts';

/**
 * Makes a check point of the review (`control` true) or finishes it (false), and saves what comes along in the same act.
 * Without `review` and `changes` it is of what is stored; where nothing is, of the editor's version as it is. `wrong-state`
 * for a finished review, and for finishing one whose copy of the study is incomplete. Points that are open at the end are
 * stored with the review; a client that sends `base_version` gives a `reason` for them, otherwise it is `wrong-state`.
 */
export const reviewsValidate = defineCall({
  path: 'reviews/validate',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: REVIEWING_ROLES },
  body: Strict({
    ...REVIEW,
    ...REVIEW_CONTENT,
    missing_images: Type.Optional(MissingImages),
    project: PROJECT,
    control: Type.Boolean(),
    /** Why the review is finished with open points. */
    reason: Type.Optional(FinishReason),
  }),
  answer: ReviewSaved,
  maxBodyBytes: MAX_ANALYSIS_BYTES,
});
