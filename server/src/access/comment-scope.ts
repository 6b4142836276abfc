import { seesAllComments } from '@echometry/contract/rules/comments.ts';
import { isBlind, mayReview } from '@echometry/contract/rules/permissions.ts';
import type { CommentScope } from '../db/comments.ts';
import type { Caller } from './caller.ts';

/** Comments of the caller, in the current role: a Reviewer of blind work too. */
export const ownCommentsOf = ({ role, user }: Caller): CommentScope =>
  mayReview(role) ? { see: 'reviewing', userId: user.id } : { see: 'own', userId: user.id, blind: isBlind(role) ? 1 : 0 };

/** Which comments the caller sees (contract/rules/comments.ts). */
export const commentScopeOf = (caller: Caller): CommentScope => (seesAllComments(caller.role) ? { see: 'all' } : ownCommentsOf(caller));

/**
 * Which score entries the caller sees: Data scientists see the entries of a whole project, blind work included, others as
 * comments.
 */
export const scoreScopeOf = (caller: Caller): CommentScope =>
  caller.role === 'Data scientist' ? { see: 'all', blindToo: true } : commentScopeOf(caller);
