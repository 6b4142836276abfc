import { Type } from 'typebox';
import { Instant, Name, Nullable, OneOf, Strict } from '../records/strict.ts';
import { COLOURS, Filename, StudyFile } from '../records/study-file.ts';
import { StudyHead, StudyId } from '../records/study.ts';
import { DATA_TYPE_ROLES, IMAGE_ROLES, SAVING_ROLES, STATISTICS_ROLES } from '../rules/permissions.ts';
import { defineCall } from './call.ts';
import { ProjectScope } from './project-scope.ts';

/**
 * Image files of a study; for a team review the images of the review that waits for it. `selection_stored` is false for
 * Viewers, who see no stored selection, and before the first one.
 */
export const filesGet = defineCall({
  path: 'files/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMAGE_ROLES },
  byToken: 'read',
  body: Strict({ id: StudyId, ...ProjectScope }),
  answer: Strict({ study: StudyHead, selection_stored: Type.Boolean(), images: Type.Array(StudyFile) }),
});

/**
 * Stores how the samples of a JPEG image are read, for everybody who sees it; null reads them by the file again. The
 * thumbnails are drawn again, and exports use the choice. Repeating it changes nothing. 400 for an image that is not a JPEG.
 */
export const filesSetColours = defineCall({
  path: 'files/set_colours',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: DATA_TYPE_ROLES },
  byToken: 'write',
  body: Strict({ id: StudyId, filename: Filename, colours: Nullable(OneOf(COLOURS)), ...ProjectScope }),
  answer: Strict({ colours: Nullable(OneOf(COLOURS)) }),
});

/** Stores which files of a study the user works with; every file of the study is named once. */
export const filesUpdate = defineCall({
  path: 'files/update',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: SAVING_ROLES },
  byToken: 'write',
  body: Strict({
    id: StudyId,
    editor: Name,
    images: Type.Array(Strict({ filename: Filename, active: Type.Boolean() }), { maxItems: 10_000 }),
    ...ProjectScope,
  }),
  answer: Strict({ images_selected: Type.Integer({ minimum: 0 }), total_images: Type.Integer({ minimum: 0 }) }),
  maxBodyBytes: 1024 * 1024,
});

/** Where the specification's client expects the file; this server stores it by its content. */
export const DICOM_FOLDERS = ['US/DICOM', 'DICOM'] as const;

/**
 * Makes a separate image from one frame of an image: a single-frame DICOM file with the samples of the decoded frame, its
 * calibration, and its source. The same frame asked for again returns the same file. The image is named as in the plain call of
 * docs/specification.md#platform-7, only by `filename`, or as in CREATE_DICOM_SNAPSHOT of docs/specification.md#platform-7, with
 * bucket, patient and study date. `token` decides nothing: the header does. 400 `not-found` for an image or a frame that is not
 * there; `invalid-field` for a frame that cannot be stored without loss.
 */
export const createSnapshot = defineCall({
  path: 'minio/create_snapshot',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: SAVING_ROLES },
  byToken: 'write',
  body: Strict({
    filename: Filename,
    /** From 1. */
    frame: Type.Integer({ minimum: 1 }),
    token: Type.Optional(Type.String({ maxLength: 200 })),
    bucket: Type.Optional(Name),
    /** Number of the patient in object paths. */
    patient: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    study_date: Type.Optional(Type.String({ pattern: '^[0-9]{8}$' })),
    dicom_folder: Type.Optional(OneOf(DICOM_FOLDERS)),
  }),
  answer: Strict({ succeeded: Type.Literal(true), filename: Filename }),
});

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
  byToken: 'read',
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

/** All calls of this module. */
export const imageCalls = { filesGet, filesSetColours, filesUpdate, createSnapshot, getUrls };
