import { Type } from 'typebox';
import { Strict } from '../../records/strict.ts';
import { IMPORTING_ROLES } from '../../rules/permissions.ts';
import { CHUNK_BYTES } from '../../rules/uploads.ts';
import { BYTES, defineCall } from '../call.ts';

/** Takes a piece of a file; `{id}` is its address (contract/rules/uploads.ts). One that is there already changes nothing. */
export const importsPutChunk = defineCall({
  path: 'imports/put_chunk/{id}',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  maxBodyBytes: CHUNK_BYTES,
  body: BYTES,
  answer: Type.Union([
    /** Bytes of the file that are there now: where the next piece begins. */
    Strict({ accepted: Type.Literal(true), received: Type.Integer({ minimum: 0 }) }),
    Strict({ accepted: Type.Literal(false), message: Type.String() }),
  ]),
});
