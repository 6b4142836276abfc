import { Type, type Static } from 'typebox';
import { Name, Nullable, OneOf, Strict } from './strict.ts';

/** 16 hex of sha256(instance_id) and `.dcm` (docs/contracts.md#keys-and-coordinates). */
export const Filename = Type.String({ pattern: '^[0-9a-f]{16}\\.dcm$' });

/** Colour spaces of three samples, with which a user may overrule the file: DICOM RGB and YBR_FULL (PS3.3 C.7.6.3.1.2). */
export const COLOURS = ['rgb', 'ybr_full'] as const;
export type Colours = (typeof COLOURS)[number];

/** One image file of a study, before anything is labelled. */
export const StudyFile = Strict({
  /** De-identified SOP Instance UID: the only key of an image. */
  instance_id: Name,
  filename: Filename,
  size_bytes: Type.Integer({ minimum: 0 }),
  /** Frames the file declares. */
  number_of_frames: Type.Integer({ minimum: 1 }),
  /** Frames that are in the file, fewer than declared where it ends early, more where it declares too few; null where its import did not count them. */
  frames_available: Nullable(Type.Integer({ minimum: 0 })),
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
  /** Frames a second by the file's own timing; null when it has none. */
  frame_rate: Nullable(Type.Number()),
  manufacturer: Nullable(Type.String()),
  /** DICOM modality (0008,0060). */
  modality: Nullable(Type.String()),
  transfer_syntax_uid: Type.String(),
  /** Colours that a person chose for the image; null leaves them to the file. */
  colours: Nullable(OneOf(COLOURS)),
  /** False when the user took the file out in Preview. */
  active: Type.Boolean(),
});
export type StudyFile = Static<typeof StudyFile>;
