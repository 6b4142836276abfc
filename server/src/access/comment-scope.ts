import { seesAllComments } from '@echometry/contract/rules/comments.ts';
import { isBlind } from '@echometry/contract/rules/permissions.ts';
import { type CommentScope } from '../db/comments.ts';
import { type Caller } from './caller.ts';

/** Which comments the caller sees (contract/rules/comments.ts). */
export const commentScopeOf = (caller: Caller): CommentScope =>
  seesAllComments(caller.role) ? { see: 'all' } : { see: 'own', userId: caller.user.id, blind: isBlind(caller.role) ? 1 : 0 };

/** Which score entries the caller sees: Data scientists those of a whole project, blind work included, others as comments. */
export const scoreScopeOf = (caller: Caller): CommentScope =>
  caller.role === 'Data scientist' ? { see: 'all', blindToo: true } : commentScopeOf(caller);
