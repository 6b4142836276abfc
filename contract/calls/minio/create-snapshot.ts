import { Type } from 'typebox';
import { Filename } from '../../records/study-file.ts';
import { Name, OneOf, Strict } from '../../records/strict.ts';
import { SAVING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

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
