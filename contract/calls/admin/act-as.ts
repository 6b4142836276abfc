import { Type } from 'typebox';
import { RoleName } from '../../records/role.ts';
import { Session } from '../../records/user.ts';
import { Strict } from '../../records/strict.ts';
import { defineCall } from '../call.ts';

/** Exchanges a token for one scoped to a role the user holds (docs/contracts.md#who-acts); 403 when it is not held or the terms are not accepted. */
export const actAs = defineCall({
  path: 'users/act_as',
  method: 'POST',
  service: 'admin',
  access: { need: 'signed-in' },
  body: Strict({ role: RoleName }),
  answer: Strict({ token: Type.String(), session: Session }),
});
