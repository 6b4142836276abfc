import { Type } from 'typebox';
import { Reader } from '../../records/agreement.ts';
import { Name, Strict } from '../../records/strict.ts';
import { COMPARING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/**
 * Readers of a project whose work the caller may compare: for Data scientists all users except test users, for Reviewers the
 * people they review, and their own reviews.
 */
export const agreementReaders = defineCall({
  path: 'agreement/readers',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMPARING_ROLES },
  body: Strict({ db_name: Name }),
  answer: Strict({ readers: Type.Array(Strict({ ...Reader.properties, studies: Type.Integer({ minimum: 1 }) })) }),
});
