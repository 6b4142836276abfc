import { Type } from 'typebox';
import { Session } from '../../records/user.ts';
import { defineCall } from '../call.ts';

/** Who the token speaks for. 401 when it is unknown, revoked or older than 7 days. */
export const session = defineCall({
  path: 'session',
  method: 'GET',
  service: 'auth',
  access: { need: 'signed-in' },
  body: Type.Null(),
  answer: Session,
});
