import { Type } from 'typebox';
import { Email, SignIn } from '../../records/people.ts';
import { Strict } from '../../records/strict.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Sign-ins of a person that hold, the newest first. */
export const peopleSessions = defineCall({
  path: 'people/sessions',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ email: Email }),
  answer: Strict({ sign_ins: Type.Array(SignIn) }),
});
