import { Type } from 'typebox';
import { GateState } from '../records/gates.ts';
import { Name, Strict } from '../records/strict.ts';
import { GATE_ROLES } from '../rules/permissions.ts';
import { defineCall } from './call.ts';

/** The quality gates of a project as they stand now; empty where it has none. Readers whom the caller does not review have no name. */
export const gatesGet = defineCall({
  path: 'gates/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: GATE_ROLES },
  byToken: 'read',
  body: Strict({ db_name: Name }),
  answer: Strict({ gates: Type.Array(GateState) }),
});

/** All calls of this module. */
export const gateCalls = { gatesGet };
