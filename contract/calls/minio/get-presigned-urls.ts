import { Type } from 'typebox';
import { Instant, Name, Strict } from '../../records/strict.ts';
import { JOB_READING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/**
 * GET_PRESIGNED_URLS_FROM_MINIO of the specification: addresses of an export, of which there is one. It is bound to person,
 * project and sign-in, and carries no token.
 */
export const getPresignedUrls = defineCall({
  path: 'minio/get_presigned_urls',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: JOB_READING_ROLES },
  body: Strict({ bucket: Name, object: Name }),
  answer: Type.Array(
    Strict({
      /** Path and query, same origin as the call. */
      url: Type.String(),
      /** Under which it is saved: the name of the object with .zip. */
      filename: Type.String(),
      size_bytes: Type.Integer({ minimum: 0 }),
      expires_at: Instant,
    }),
    { minItems: 1 },
  ),
});
