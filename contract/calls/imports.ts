import { Type } from 'typebox';
import { DeviceKey, DeviceMask, PictureMask } from '../records/device-mask.ts';
import { JobId } from '../records/export.ts';
import {
  IMPORT_OUTCOMES,
  ImportOrder,
  ImportRecord,
  ImportedFile,
  PacsSearch,
  PacsStudy,
  UploadId,
  UploadUnderWay,
} from '../records/import.ts';
import { Name, Nullable, OneOf, Strict } from '../records/strict.ts';
import { PredictionsOrder, PredictionsRecord } from '../records/predictions.ts';
import { IMPORTING_ROLES, PREDICTING_ROLES, SENDING_ROLES } from '../rules/permissions.ts';
import { CHUNK_BYTES, MAX_UPLOAD_FILES, MAX_UPLOAD_NAME } from '../rules/uploads.ts';
import { BYTES, defineCall } from './call.ts';

/** Bytes of a list of files at most. */
const MAX_LIST_BYTES = 16 * 1024 ** 2;

/** Starts an upload, or finds the one of this id and returns its progress. The same files have the same id. */
export const importsBeginUpload = defineCall({
  path: 'imports/begin_upload',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: SENDING_ROLES },
  byToken: 'write',
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

/** Ends an import that waits or runs; what it imported stays. */
export const importsCancel = defineCall({
  path: 'imports/cancel',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  body: Strict({ id: JobId }),
  answer: ImportRecord,
});

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

/**
 * Approves a mask for a device, refuses its files, or lets them wait again. It is made on the version that was looked at; after a
 * decision of another Admin nothing changes and `decided` is false.
 */
export const importsDecideMask = defineCall({
  path: 'imports/decide_mask',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  body: Strict({
    project: Name,
    device: DeviceKey,
    version: Type.Integer({ minimum: 0 }),
    decision: OneOf(['approved', 'refused', 'waiting'] as const),
    mask: PictureMask,
  }),
  answer: Strict({ decided: Type.Boolean(), mask: DeviceMask }),
});

/** Removes an upload that is not to be imported. */
export const importsDropUpload = defineCall({
  path: 'imports/drop_upload',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: SENDING_ROLES },
  byToken: 'write',
  body: Strict({ id: UploadId }),
  answer: Strict({ dropped: Type.Boolean() }),
});

/** Uploads of the caller that wait for the rest of their files or for their use, the newest first. */
export const importsUploads = defineCall({
  path: 'imports/uploads',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: SENDING_ROLES },
  byToken: 'read',
  body: Strict({}),
  answer: Strict({ uploads: Type.Array(UploadUnderWay) }),
});

/** The newest imports of the installation, and uploads of the caller that wait for the rest of their files or for their import. */
export const importsList = defineCall({
  path: 'imports/list',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  body: Strict({}),
  answer: Strict({ imports: Type.Array(ImportRecord), uploads: Type.Array(UploadUnderWay) }),
});

/** A frame of a device as the file has it, with whatever is burned into it. It may show a patient's name and is kept only in memory. */
export const importsMaskSample = defineCall({
  path: 'imports/mask_sample',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  body: Strict({ project: Name, device: DeviceKey, sample: Type.Integer({ minimum: 0, maximum: 1000 }) }),
  answer: Strict({
    /** JPEG in base64; null when it is not held any more. */
    jpeg: Nullable(Type.String()),
    /** Which frame of its file it is, from 1. */
    frame_number: Nullable(Type.Integer({ minimum: 1 })),
  }),
});

/** Devices of all projects whose burned-in text is blacked out; waiting masks come first. */
export const importsMasks = defineCall({
  path: 'imports/masks',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  body: Strict({}),
  answer: Strict({ masks: Type.Array(DeviceMask) }),
});

/** Takes a piece of a file; `{id}` is its address (contract/rules/uploads.ts). One that is there already changes nothing. */
export const importsPutChunk = defineCall({
  path: 'imports/put_chunk/{id}',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: SENDING_ROLES },
  byToken: 'write',
  maxBodyBytes: CHUNK_BYTES,
  body: BYTES,
  answer: Type.Union([
    /** Bytes of the file that are there now: where the next piece begins. */
    Strict({ accepted: Type.Literal(true), received: Type.Integer({ minimum: 0 }) }),
    Strict({ accepted: Type.Literal(false), message: Type.String() }),
  ]),
});

/** Files of one page of a report at most. */
export const MAX_REPORT_ROWS = 5000;

/** An import and what became of its files, in their order. */
export const importsReport = defineCall({
  path: 'imports/report',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  body: Strict({
    id: JobId,
    outcome: Nullable(OneOf(IMPORT_OUTCOMES)),
    offset: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
    limit: Type.Integer({ minimum: 1, maximum: MAX_REPORT_ROWS }),
  }),
  answer: Strict({ import: ImportRecord, files: Type.Array(ImportedFile), total: Type.Integer({ minimum: 0 }) }),
});

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

/** Where imports may come from and go to in this installation. */
export const importsSources = defineCall({
  path: 'imports/sources',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  body: Strict({}),
  answer: Strict({
    projects: Type.Array(Strict({ _id: Name, name_to_show: Type.String(), data_type: Type.String() })),
    /** Names of configured folders and PACS. */
    folders: Type.Array(Name),
    pacs: Type.Array(Name),
    /** Files can be sent from the browser; not where several servers share the workspace. */
    uploads: Type.Boolean(),
    /** This is a demo workspace, which takes real files only on purpose. */
    demo: Type.Boolean(),
  }),
});

/**
 * Reads lines of a model from an upload of the caller, and stores them as blind work of a rater; a check only reports what would be
 * stored. The id comes from the client: asking twice is one job. An upload stays after a check, and is gone once it was stored.
 */
export const predictionsCreate = defineCall({
  path: 'predictions/create',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: PREDICTING_ROLES },
  byToken: 'write',
  body: Strict({ id: JobId, order: PredictionsOrder }),
  answer: Type.Union([
    Strict({ accepted: Type.Literal(true), predictions: PredictionsRecord }),
    Strict({ accepted: Type.Literal(false), message: Type.String() }),
  ]),
});

/** How far the lines of the caller are, and what became of them once they were read. jobs/cancel ends it. */
export const predictionsGet = defineCall({
  path: 'predictions/get',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: PREDICTING_ROLES },
  byToken: 'read',
  body: Strict({ id: JobId }),
  answer: PredictionsRecord,
});

/** All calls of this module. */
export const importCalls = {
  importsBeginUpload,
  importsBrowse,
  importsCancel,
  importsCreate,
  importsDecideMask,
  importsDropUpload,
  importsUploads,
  importsList,
  importsMaskSample,
  importsMasks,
  importsPutChunk,
  importsReport,
  importsSearch,
  importsSources,
  predictionsCreate,
  predictionsGet,
};
