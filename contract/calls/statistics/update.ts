import { Name, Strict } from '../../records/strict.ts';
import { STATISTICS_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';
import { Making } from './get.ts';

/** Has the statistics of a project made anew; while that is under way it is one making, whoever asks. */
export const statisticsUpdate = defineCall({
  path: 'statistics/update',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: STATISTICS_ROLES },
  body: Strict({ db_name: Name }),
  answer: Making,
});
