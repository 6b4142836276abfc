import { Type } from 'typebox';
import { Name, OneOf, Strict } from '../../records/strict.ts';
import { IMPORTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Content of a folder below a configured one: folders and ZIP files by name, other files counted. */
export const importsBrowse = defineCall({
  path: 'imports/browse',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  body: Strict({ folder: Name, path: Type.String({ maxLength: 4096 }) }),
  answer: Type.Union([
    Strict({
      found: Type.Literal(true),
      entries: Type.Array(Strict({ name: Type.String(), kind: OneOf(['folder', 'zip']) })),
      /** Files directly in the folder. */
      files: Type.Integer({ minimum: 0 }),
      /** There is more than is listed. */
      more: Type.Boolean(),
    }),
    Strict({ found: Type.Literal(false), message: Type.String() }),
  ]),
});
