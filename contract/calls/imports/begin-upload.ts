import { Type } from 'typebox';
import { UploadId } from '../../records/import.ts';
import { Strict } from '../../records/strict.ts';
import { IMPORTING_ROLES } from '../../rules/permissions.ts';
import { MAX_UPLOAD_FILES, MAX_UPLOAD_NAME } from '../../rules/uploads.ts';
import { defineCall } from '../call.ts';

/** Bytes of a list of files at most. */
const MAX_LIST_BYTES = 16 * 1024 ** 2;

/** Starts an upload, or finds the one of this id and returns its progress. The same files have the same id. */
export const importsBeginUpload = defineCall({
  path: 'imports/begin_upload',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  maxBodyBytes: MAX_LIST_BYTES,
  body: Strict({
    id: UploadId,
    files: Type.Array(
      Strict({
        name: Type.String({ minLength: 1, maxLength: MAX_UPLOAD_NAME }),
        size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      }),
      { minItems: 1, maxItems: MAX_UPLOAD_FILES },
    ),
  }),
  answer: Type.Union([
    /** Bytes of each file that are there. */
    Strict({ accepted: Type.Literal(true), received: Type.Array(Type.Integer({ minimum: 0 })) }),
    Strict({ accepted: Type.Literal(false), message: Type.String() }),
  ]),
});
