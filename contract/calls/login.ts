import { Type } from 'typebox';
import { RoleName } from '../records/role.ts';
import { Name, Strict } from '../records/strict.ts';
import { Person, Session } from '../records/user.ts';
import { OneTimeCode, Verifier } from '../rules/sign-in.ts';
import { defineCall } from './call.ts';

/** One-click sign-in as a person of the demo workspace; the token may only read roles and terms, accept terms and act_as. */
export const demoSignIn = defineCall({
  path: 'demo/sign-in',
  method: 'POST',
  service: 'auth',
  access: { need: 'anyone' },
  body: Strict({ email: Name }),
  answer: Strict({ token: Type.String(), session: Session }),
});

/** People of the demo workspace for one-click sign-in. `offered` is false wherever a condition of docs/contracts.md#workspaces fails. */
export const demoUsers = defineCall({
  path: 'demo/users',
  method: 'GET',
  service: 'auth',
  access: { need: 'anyone' },
  body: Type.Null(),
  answer: Strict({
    offered: Type.Boolean(),
    users: Type.Array(Strict({ ...Person.properties, roles: Type.Array(RoleName) })),
  }),
});

/**
 * Exchanges the one-time code the login service gave back (`token` of the address) for the sign-in token. The code lives 60 s,
 * is taken once, and only with the verifier whose challenge began this sign-in; anything else is 401.
 *
 * Signing in again in place, when a call returned 401 in the middle of work: keep the page, make a new verifier, and open
 * `signInAddress({ ..., returnTo: origin + SIGN_IN_DONE_PATH, email })` in a popup from the person's click. After signing in, the
 * popup broadcasts `{ code }` on `SIGN_IN_CHANNEL` and closes; the page exchanges the code here, acts in the same role again and
 * replays its journal. If `session.user.email` is another person's, the page drops what it shows and keeps the journal hidden
 * (docs/contracts.md#journal).
 */
export const exchange = defineCall({
  path: 'exchange',
  method: 'POST',
  service: 'auth',
  access: { need: 'anyone' },
  body: Strict({ code: OneTimeCode, verifier: Verifier }),
  answer: Strict({ token: Type.String(), session: Session }),
});

/** Who the token speaks for. 401 when it is unknown, revoked or older than 7 days. */
export const session = defineCall({
  path: 'session',
  method: 'GET',
  service: 'auth',
  access: { need: 'signed-in' },
  byToken: 'read',
  body: Type.Null(),
  answer: Session,
});

/** Revokes the token, and with it the tokens of roles taken from the same sign-in. */
export const signOut = defineCall({
  path: 'sign-out',
  method: 'POST',
  service: 'auth',
  access: { need: 'signed-in' },
  body: Strict({}),
  answer: Strict({ signed_out: Type.Literal(true) }),
});

/** All calls of this module. */
export const loginCalls = { demoSignIn, demoUsers, exchange, session, signOut };
