import { Type } from 'typebox';
import { JobId } from '../../records/export.ts';
import { Strict } from '../../records/strict.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Cancels any user's job that waits or runs; false when it had ended before. */
export const jobsEnd = defineCall({
  path: 'jobs/cancel',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ id: JobId }),
  answer: Strict({ cancelled: Type.Boolean() }),
});
