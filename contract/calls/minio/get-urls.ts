import { Type } from 'typebox';
import { Filename } from '../../records/study-file.ts';
import { Instant, Name, Nullable, OneOf, Strict } from '../../records/strict.ts';
import { IMAGE_ROLES, STATISTICS_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Target of a signed address. */
export const URL_KINDS = ['small_icon', 'big_icon', 'dicom', 'listing', 'json'] as const;

/**
 * Signed addresses of one study: icons, DICOM and a JSON listing of the files (the shape of files/get `images`). `object` is
 * `{patient_id}/{YYYYMMDD}/`, with `US/` before it for projects without a bucket (docs/specification.md#platform-7). Or one file
 * of statistics of a project (contract/records/project-files.ts), which only the roles that use it are given. Addresses are bound
 * to the user and the project and support Range requests until `expires_at`.
 */
export const getUrls = defineCall({
  path: 'minio/get_urls',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: [...new Set([...IMAGE_ROLES, ...STATISTICS_ROLES])] },
  body: Strict({ bucket: Name, object: Name }),
  answer: Type.Array(
    Strict({
      kind: OneOf(URL_KINDS),
      /** The image the address belongs to; null for listings and files of a project. */
      filename: Nullable(Filename),
      /** Path and query, same origin as the call. */
      url: Type.String(),
      size_bytes: Nullable(Type.Integer({ minimum: 0 })),
      expires_at: Instant,
    }),
  ),
});
