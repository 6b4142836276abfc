import { Type } from 'typebox';
import { Strict } from '../../records/strict.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Follows every chain of the audit from its beginning; `faults` names what does not fit, one sentence each. */
export const auditVerify = defineCall({
  path: 'audit/verify',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({}),
  answer: Strict({ acts: Type.Integer({ minimum: 0 }), chains: Type.Integer({ minimum: 0 }), faults: Type.Array(Type.String()) }),
});
