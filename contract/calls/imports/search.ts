import { Type } from 'typebox';
import { PacsSearch, PacsStudy } from '../../records/import.ts';
import { Name, Strict } from '../../records/strict.ts';
import { IMPORTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Studies of a configured PACS, the newest first. */
export const importsSearch = defineCall({
  path: 'imports/search',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  body: Strict({ pacs: Name, search: PacsSearch }),
  answer: Type.Union([
    Strict({
      found: Type.Literal(true),
      studies: Type.Array(PacsStudy),
      /** There are more: the search is to be narrowed. */
      more: Type.Boolean(),
      /** Studies the PACS offered though they do not fit the search; left out. */
      others: Type.Integer({ minimum: 0 }),
    }),
    Strict({ found: Type.Literal(false), message: Type.String() }),
  ]),
});
