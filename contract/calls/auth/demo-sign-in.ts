import { Type } from 'typebox';
import { Session } from '../../records/user.ts';
import { Name, Strict } from '../../records/strict.ts';
import { defineCall } from '../call.ts';

/** One-click sign-in as a person of the demo workspace; the token may only read roles and terms, accept terms and act_as. */
export const demoSignIn = defineCall({
  path: 'demo/sign-in',
  method: 'POST',
  service: 'auth',
  access: { need: 'anyone' },
  body: Strict({ email: Name }),
  answer: Strict({ token: Type.String(), session: Session }),
});
