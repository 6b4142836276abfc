import { JobId } from '../../records/export.ts';
import { ImportRecord } from '../../records/import.ts';
import { Strict } from '../../records/strict.ts';
import { IMPORTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Ends an import that waits or runs; what it imported stays. */
export const importsCancel = defineCall({
  path: 'imports/cancel',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  body: Strict({ id: JobId }),
  answer: ImportRecord,
});
