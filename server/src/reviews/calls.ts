import type { Services } from '../access/services.ts';
import { deleteTeamReviewHandlers } from './delete-team-review.ts';
import { consensusHandlers } from './get-consensus.ts';
import { goldHandlers } from './gold.ts';
import { issueHandlers } from './issues.ts';
import { reviewHandlers } from './reviews.ts';
import { reviewStateHandlers } from './states.ts';

/** Handlers of the calls of reviews. */
export const handlersOfReviews = (services: Services) => ({
  ...reviewHandlers(services),
  ...reviewStateHandlers(services),
  ...consensusHandlers(services),
  ...issueHandlers(services),
  ...goldHandlers(services),
  ...deleteTeamReviewHandlers(services),
});
