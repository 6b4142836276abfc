import { Type } from 'typebox';
import { Name, Strict } from '../../records/strict.ts';
import { Instant } from '../../records/strict.ts';
import { defineCall } from '../call.ts';

/**
 * Records that the user accepted a version of the terms; the response includes `accepted_terms_of_use` (docs/specification.md#platform-7).
 */
export const acceptTerms = defineCall({
  path: 'users/accept_terms',
  method: 'POST',
  service: 'admin',
  access: { need: 'signed-in' },
  body: Strict({ user: Name, version: Name }),
  answer: Strict({ accepted_terms_of_use: Type.Record(Type.String(), Instant) }),
});
