import { ExportRecord, JobId } from '../../records/export.ts';
import { Strict } from '../../records/strict.ts';
import { JOB_READING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** GET_EXPORT of the specification: an export of the caller, or any for an Admin of its project. */
export const exportsGet = defineCall({
  path: 'exports/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: JOB_READING_ROLES },
  body: Strict({ id: JobId }),
  answer: ExportRecord,
});
