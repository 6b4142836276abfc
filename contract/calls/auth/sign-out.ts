import { Type } from 'typebox';
import { Strict } from '../../records/strict.ts';
import { defineCall } from '../call.ts';

/** Revokes the token, and with it the tokens of roles taken from the same sign-in. */
export const signOut = defineCall({
  path: 'sign-out',
  method: 'POST',
  service: 'auth',
  access: { need: 'signed-in' },
  body: Strict({}),
  answer: Strict({ signed_out: Type.Literal(true) }),
});
