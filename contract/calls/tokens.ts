import { Type } from 'typebox';
import { NewToken, PersonalToken, TokenId } from '../records/personal-token.ts';
import { ROLE_NAMES } from '../records/role.ts';
import { Strict } from '../records/strict.ts';
import { defineCall } from './call.ts';

/** Makes a personal access token of the caller. `token` is its secret: it is returned once and stored nowhere. */
export const tokensCreate = defineCall({
  path: 'tokens/create',
  method: 'POST',
  service: 'auth',
  access: { need: 'role', roles: ROLE_NAMES },
  body: NewToken,
  answer: Strict({ token: Type.String(), made: PersonalToken }),
});

/** Tokens of the caller that are not revoked, the newest first. Expired ones stay in the list for a while. */
export const tokensList = defineCall({
  path: 'tokens/list',
  method: 'POST',
  service: 'auth',
  access: { need: 'role', roles: ROLE_NAMES },
  body: Strict({}),
  answer: Strict({ tokens: Type.Array(PersonalToken) }),
});

/** Revokes a token of the caller; false when it was revoked before, or never was. */
export const tokensRevoke = defineCall({
  path: 'tokens/revoke',
  method: 'POST',
  service: 'auth',
  access: { need: 'role', roles: ROLE_NAMES },
  body: Strict({ id: TokenId }),
  answer: Strict({ revoked: Type.Boolean() }),
});

/** All calls of this module. */
export const tokenCalls = { tokensCreate, tokensList, tokensRevoke };
