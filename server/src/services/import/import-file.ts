import { createHash } from 'node:crypto';
import { type Engine, type ImportIdentity, type PictureMask } from '@echometry/bindings/api.ts';
import { type EngineFailure } from '@echometry/bindings/failure.ts';
import { type Result } from '@echometry/bindings/result.ts';
import { type ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { type MappingRow, type PatientChoice } from '@echometry/contract/records/import.ts';
import { type MappingIndex } from '@echometry/contract/rules/import-mapping.ts';
import { type DataType } from '@echometry/contract/records/data-type.ts';
import { type Db } from '../../db/connect.ts';
import { deviceMask } from '../../db/device-masks.ts';
import { type BurnedInText } from '../../db/schema.ts';
import { type ObjectStore } from '../../objects/store.ts';
import { dateShiftDays, shiftDate } from './date-shift.ts';
import { frameCount } from './frame-count.ts';
import { BIG_ICON, SMALL_ICON } from './limits.ts';
import { type MaskSamples } from './mask-samples.ts';
import { patientOf } from './patient-choice.ts';
import { implausibleStudyDate, withoutImplausibleAges } from './plausible-dates.ts';
import { applyMapping, ensurePatient, findImported, type ImportedImage, type PatientRow, recordFile } from './records.ts';
import { isOfSamePatient, isSameImage } from './same-image.ts';

export interface ImportTools {
  db: Db;
  objects: ObjectStore;
  engine: Engine;
  /** Secret of the workspace for UIDs, identities and date shifts. */
  deidKey: Uint8Array;
  now: () => number;
  signal: AbortSignal;
  /** Frames of devices that wait for a mask. */
  samples: MaskSamples;
  /** Told of every object that was not there before, so that a cancelled import can take it back. */
  onObject: (key: string) => void;
}

export interface Target {
  projectId: number;
  dataType: DataType;
  /** Code for the patients of these files; null numbers them. */
  patientShow: string | null;
  /** What is done with patient ids that stand for nobody. */
  patients: PatientChoice;
  /** What a person said of studies by their identifiers. */
  mapping: MappingIndex;
  /** Burned-in text is blacked out by masks of devices. */
  blackOut: boolean;
}

export type FileOutcome =
  | {
      kind: 'imported';
      studyId: string;
      instanceId: string;
      burnedInText: BurnedInText;
      /** Dates that cannot be, whose ages were left out. */
      leftOut: string[];
      /** What the mapping says otherwise than the study, which keeps its own. */
      kept: string[];
    }
  | { kind: 'already-there'; instanceId: string; kept: string[] }
  | { kind: 'held'; reason: string }
  | { kind: 'conflict'; reason: string }
  | { kind: 'skipped'; reason: string };

const HEX_OF_NAME = 16;

/** First 16 hex of sha256(instance_id) and .dcm: no original name is ever stored (docs/contracts.md#keys-and-coordinates). */
export const filenameOf = (instanceId: string): string =>
  `${createHash('sha256').update(instanceId).digest('hex').slice(0, HEX_OF_NAME)}.dcm`;

const skipped = (error: { code: string; message: string }): FileOutcome => ({ kind: 'skipped', reason: `${error.code}: ${error.message}` });

const OTHER_PATIENT =
  'same-instance-other-patient: an image of this SOP Instance UID is there under another patient. Nothing was changed; find out which file is right';
const OTHER_CONTENT =
  'same-instance-other-content: an image of this SOP Instance UID is there with other content. The stored one stays; find out which file is right';
const OTHER_INSTANCE = 'other-instance: the PACS returned another image than the one that was asked for';

/** Imports one file: de-identified bytes and icons first, then the records in one transaction. */
export async function importFile(
  tools: ImportTools,
  target: Target,
  original: Uint8Array,
  { position, expected }: { position: number; expected: string | null },
): Promise<FileOutcome> {
  const { db, engine, deidKey, signal } = tools;
  const found = await engine.identity(original, deidKey);
  if (!found.ok) return skipped(found.error);
  const { identity, leftOut } = withoutImplausibleAges(found.value);
  if (expected !== null && identity.instance_id !== expected) return { kind: 'skipped', reason: OTHER_INSTANCE };
  const keys = patientOf(identity, target.patients, deidKey);
  if ('refused' in keys) return { kind: 'skipped', reason: keys.refused };
  const date = implausibleStudyDate(identity, tools.now());
  if (date !== null) return { kind: 'skipped', reason: date };
  const earlier = await findImported(db.query, target.projectId, identity.instance_id);
  if (earlier !== null && !isOfSamePatient(earlier, keys)) return { kind: 'conflict', reason: OTHER_PATIENT };

  const chosen = await maskFor(tools, target, original, found.value);
  if ('kind' in chosen) return chosen;
  const { mask } = chosen;

  signal.throwIfAborted();
  const patient =
    earlier?.patient ?? (await ensurePatient(db, target.projectId, keys, dateShiftDays(deidKey, keys.key), target.patientShow));
  const clean = await engine.deidentify(original, {
    key: deidKey,
    date_shift_days: patient.date_shift_days,
    patient_show: patient.patient_show,
    mask,
  });
  if (!clean.ok) return skipped(clean.error);
  const seen = await look(engine, clean.value, signal);
  if (!seen.ok) return skipped(seen.error);
  const { metadata, framesAvailable, icons } = seen.value;
  const candidate = { bytes: clean.value, frames: metadata.number_of_frames, width: metadata.width, height: metadata.height, icons };
  const mapped = target.mapping.find(identity.original);
  const compared = async (image: ImportedImage): Promise<FileOutcome> => {
    if (!isSameImage(image, identity, candidate)) return { kind: 'conflict', reason: OTHER_CONTENT };
    const kept = mapped === null ? [] : await applyMapping(db.query, image.studyRowId, mapped);
    return { kind: 'already-there', instanceId: identity.instance_id, kept };
  };
  if (earlier !== null) return compared(earlier);
  const recorded = await store(tools, target, {
    identity: mask === null ? identity : { ...identity, may_carry_burned_in_text: false },
    patient,
    mapped,
    metadata,
    framesAvailable,
    bytes: clean.value,
    icons,
    position,
  });
  // Another file of this instance may have come first meanwhile.
  if (recorded.earlier !== null) return compared(recorded.earlier);
  const burnedInText = mask !== null ? 'blacked-out' : identity.may_carry_burned_in_text ? 'may-carry' : 'said-to-carry-none';
  return { kind: 'imported', studyId: recorded.studyId, instanceId: identity.instance_id, burnedInText, leftOut, kept: recorded.kept };
}

const NO_MASK_YET =
  'no-mask: what stays visible in pictures of this device was not approved yet. Approve it under Masks, then import the file again';
const MASK_REFUSED = 'mask-refused: files of this device are not taken into this project. An Admin can let them wait again under Masks';

/** The mask that a file is imported with, null where nothing is blacked out; or why it is not imported now. */
async function maskFor(
  { db, engine, samples, now, signal }: ImportTools,
  { projectId, blackOut }: Target,
  original: Uint8Array,
  { device }: ImportIdentity,
): Promise<{ mask: PictureMask | null } | FileOutcome> {
  // A file without a picture is refused by name when it is de-identified.
  if (!blackOut || device === null) return { mask: null };
  const { state, mask } = await deviceMask(db.query, projectId, device, now());
  if (state === 'approved') return { mask };
  if (state === 'refused') return { kind: 'skipped', reason: MASK_REFUSED };
  await samples.take(engine, original, { projectId, device, signal });
  return { kind: 'held', reason: NO_MASK_YET };
}

interface Icons {
  small: Uint8Array;
  big: Uint8Array;
}

/** What a file shows once it is open. */
interface Seen {
  metadata: ImageMetadata;
  framesAvailable: number | null;
  icons: Icons;
}

/** Opens de-identified bytes and draws their icons: what cannot be shown is not stored. */
export async function look(engine: Engine, bytes: Uint8Array, signal: AbortSignal): Promise<Result<Seen, EngineFailure>> {
  const frames = frameCount();
  const opened = await engine.open(bytes, { onEvent: frames.onEvent });
  if (!opened.ok) return opened;
  try {
    const metadata = await engine.metadata(opened.value);
    if (!metadata.ok) return metadata;
    const framesAvailable = await frames.counted;
    // The middle of a loop shows more of the heart than its first frame.
    const frame_number = Math.max(Math.floor(((framesAvailable ?? metadata.value.number_of_frames) + 1) / 2), 1);
    const small = await engine.icon(opened.value, { frame_number, ...SMALL_ICON }, { signal });
    if (!small.ok) return small;
    const big = await engine.icon(opened.value, { frame_number, ...BIG_ICON }, { signal });
    if (!big.ok) return big;
    return { ok: true, value: { metadata: metadata.value, framesAvailable, icons: { small: small.value, big: big.value } } };
  } finally {
    engine.release(opened.value);
  }
}

interface Ready {
  identity: ImportIdentity;
  patient: PatientRow;
  mapped: MappingRow | null;
  metadata: ImageMetadata;
  framesAvailable: number | null;
  bytes: Uint8Array;
  icons: Icons;
  position: number;
}

/** Stores bytes and icons, then makes the image known. */
async function store(
  tools: ImportTools,
  target: Target,
  { identity, patient, mapped, metadata, framesAvailable, bytes, icons, position }: Ready,
) {
  tools.signal.throwIfAborted();
  const put = (content: Uint8Array): Promise<string> => tools.objects.put(content, tools.onObject);
  const [dicom, small, big] = await Promise.all([put(bytes), put(icons.small), put(icons.big)]);
  tools.signal.throwIfAborted();
  return recordFile(tools.db, {
    projectId: target.projectId,
    position,
    dataType: mapped?.data_type ?? target.dataType,
    mapped,
    patient,
    studyDate: shiftDate(identity.study_date, patient.date_shift_days),
    identity,
    metadata,
    framesAvailable,
    filename: filenameOf(identity.instance_id),
    sizeBytes: bytes.byteLength,
    keys: { dicom, small, big },
    iconBytes: { small: icons.small.byteLength, big: icons.big.byteLength },
    now: tools.now(),
  });
}
