import { Type } from 'typebox';
import { AdministeredJob } from '../../records/administered-work.ts';
import { Strict } from '../../records/strict.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Most jobs in one response. */
export const LISTED_JOBS = 200;

/** The newest jobs of everybody, those under way first. Their results are not included. */
export const jobsList = defineCall({
  path: 'jobs/list',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({}),
  answer: Strict({ jobs: Type.Array(AdministeredJob, { maxItems: LISTED_JOBS }), more: Type.Boolean() }),
});
