import { Name, Strict } from '../../records/strict.ts';
import { STATISTICS_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { Making } from './get.ts';

/** Computes the statistics of a project again; requests during a computation join it. */
export const statisticsUpdate = defineCall({
  path: 'statistics/update',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: STATISTICS_ROLES },
  body: Strict({ db_name: Name }),
  answer: Making,
});
