import { Type } from 'typebox';
import { JobId } from '../../records/export.ts';
import { MAX_READERS, Reader } from '../../records/agreement.ts';
import { Name, Strict } from '../../records/strict.ts';
import { COMPARING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { Making } from '../statistics/get.ts';

/**
 * Has the agreement of readers computed; the caller gives `id`, so that a repeated call is one comparison. Refused with 403 for a
 * reader that agreement/readers does not return.
 */
export const agreementCompare = defineCall({
  path: 'agreement/compare',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: COMPARING_ROLES },
  body: Strict({ id: JobId, db_name: Name, readers: Type.Array(Reader, { minItems: 2, maxItems: MAX_READERS }) }),
  answer: Making,
});
