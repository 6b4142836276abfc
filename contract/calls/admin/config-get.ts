import { Type } from 'typebox';
import { CONFIG_SET_NAMES } from '../../records/config-set.ts';
import { ROLE_NAMES } from '../../records/role.ts';
import { Name, OneOf, Strict } from '../../records/strict.ts';
import { defineCall } from '../call.ts';

/** Current version of one configuration set, of a project or of the workspace; read from the first element (docs/specification.md#platform-7). */
export const configGet = defineCall({
  path: 'config/get',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ROLE_NAMES },
  body: Strict({ platform: OneOf(['IAP'] as const), config: OneOf(CONFIG_SET_NAMES), db_name: Type.Optional(Name) }),
  answer: Type.Array(
    Strict({
      name: OneOf(CONFIG_SET_NAMES),
      version: Type.Integer({ minimum: 1 }),
      sha256: Type.String(),
      data: Type.Array(Type.Unknown()),
    }),
    { minItems: 1, maxItems: 1 },
  ),
});
