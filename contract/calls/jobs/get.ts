import { JobId, JobStatus } from '../../records/export.ts';
import { Strict } from '../../records/strict.ts';
import { JOB_READING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** GET_JOB of the specification: state and log; the last entry of the log of a finished job is its output object. */
export const jobsGet = defineCall({
  path: 'jobs/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: JOB_READING_ROLES },
  body: Strict({ id: JobId }),
  answer: JobStatus,
});
