import { Type } from 'typebox';
import { JobId } from '../../records/export.ts';
import { ImportOrder, ImportRecord } from '../../records/import.ts';
import { Strict } from '../../records/strict.ts';
import { IMPORTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Bytes of an order at most; its mapping is the most of it. */
const MAX_ORDER_BYTES = 16 * 1024 ** 2;

/** Queues an import. The id comes from the client: asking twice is one import. */
export const importsCreate = defineCall({
  path: 'imports/create',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  maxBodyBytes: MAX_ORDER_BYTES,
  body: Strict({ id: JobId, order: ImportOrder }),
  answer: Type.Union([
    Strict({ accepted: Type.Literal(true), import: ImportRecord }),
    Strict({ accepted: Type.Literal(false), message: Type.String() }),
  ]),
});
