import type { Services } from '../access/services.ts';
import { assignmentChangeHandlers } from './change.ts';
import { assignmentCreateHandlers } from './create.ts';
import { inboxHandlers } from './inbox.ts';
import { assignmentListHandlers } from './list.ts';

/** Handlers of the calls of assignments. */
export const handlersOfAssignments = (services: Services) => ({
  ...assignmentListHandlers(services),
  ...assignmentCreateHandlers(services),
  ...assignmentChangeHandlers(services),
  ...inboxHandlers(services),
});
