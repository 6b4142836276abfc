import { Type } from 'typebox';
import { Session } from '../../records/user.ts';
import { OneTimeCode, Verifier } from '../../rules/sign-in.ts';
import { Strict } from '../../records/strict.ts';
import { defineCall } from '../call.ts';

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
