import { JobId, JobStatus } from '../../records/export.ts';
import { Strict } from '../../records/strict.ts';
import { JOB_READING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Ends a job that waits or runs; an ended one stays as it is. */
export const jobsCancel = defineCall({
  path: 'jobs/cancel',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: JOB_READING_ROLES },
  body: Strict({ id: JobId }),
  answer: JobStatus,
});
