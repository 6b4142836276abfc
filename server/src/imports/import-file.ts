import { createHash } from 'node:crypto';
import type { Engine, FileFindings, FileOnDisk, ImageOrder, ImportIdentity, Intake } from '@echometry/bindings/engine/api.ts';
import type { PictureMask } from '@echometry/contract/generated/picture-mask.ts';
import type { MappingRow, PatientChoice } from '@echometry/contract/records/import.ts';
import type { MappingIndex } from '@echometry/contract/rules/import-mapping.ts';
import type { DataType } from '@echometry/contract/records/data-type.ts';
import type { Db } from '../db/connect.ts';
import { deviceMask } from '../db/device-masks.ts';
import type { BurnedInText } from '../db/schema.ts';
import type { ObjectStore } from '../objects/store.ts';
import { dateShiftDays, shiftDate } from './date-shift.ts';
import type { EcgFiles, EcgOutcome } from './ecg-files.ts';
import { findingsText } from './file-findings.ts';
import { ICON_BOXES } from './limits.ts';
import { importReport, type ReportOutcome } from './machine-report.ts';
import type { MaskSamples } from './mask-samples.ts';
import { patientOf } from './patient-choice.ts';
import { implausibleStudyDate, withoutImplausibleAges } from './plausible-dates.ts';
import type { Recorded } from './record-files.ts';
import { ensurePatient, findImported, type ImportedImage, type PatientRow } from './records.ts';
import { applyMapping } from './study-records.ts';
import type { Recorder } from './recorder.ts';
import { type Candidate, isOfSamePatient, isSameImage } from './same-image.ts';
import { cleanAndStore, type KeptImage } from './store-image.ts';

export interface ImportTools {
  db: Db;
  objects: ObjectStore;
  recorder: Recorder;
  engine: Engine;
  /** Secret of the workspace for UIDs, identities and date shifts. */
  deidKey: Uint8Array;
  now: () => number;
  signal: AbortSignal;
  /** Frames of devices that wait for a mask. */
  samples: MaskSamples;
  /** Separate ECG files of this import. */
  ecgs: EcgFiles;
  /** Called for every new object, so that a cancelled import can remove it. */
  onObject: (key: string) => void;
}

export interface Target {
  projectId: number;
  dataType: DataType;
  /** Code for the patients of these files; null numbers them. */
  patientShow: string | null;
  /** Treatment of patient ids that identify no person. */
  patients: PatientChoice;
  /** Facts about studies by their identifiers, from a user. */
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
      /** Numbers of frames that are damaged: kept as far as they can be read, or empty. */
      damagedFrames: number[];
      /** Facts in the mapping that differ from the study, which keeps its own. */
      kept: string[];
      /** Unused or missing parts of the file. */
      findings: string[];
      order: ImageOrder;
    }
  | {
      kind: 'already-there';
      studyId: string;
      instanceId: string;
      kept: string[];
      /** Null where the file was not read. */
      order: ImageOrder | null;
    }
  | { kind: 'held'; reason: string }
  | ReportOutcome
  | EcgOutcome;

/** The outcome of a file, or what it waits for. */
export type Progress =
  | FileOutcome
  /** A clip is imported when all ECGs of its import are known. */
  | { kind: 'later' }
  /** The outcome of an ECG file is known after its clips. */
  | { kind: 'ecg-file'; outcome: () => EcgOutcome };

const HEX_OF_NAME = 16;

/** First 16 hex of sha256(instance_id) and .dcm: no original name is ever stored (docs/contracts.md#keys-and-coordinates). */
export const filenameOf = (instanceId: string): string =>
  `${createHash('sha256').update(instanceId).digest('hex').slice(0, HEX_OF_NAME)}.dcm`;

const skipped = ({ code, message }: { code: string; message: string }): FileOutcome => ({
  kind: 'skipped',
  reason: `${code === 'file-unreadable' ? 'unreadable' : code}: ${message}`,
});

const OTHER_PATIENT =
  'same-instance-other-patient: an image of this SOP Instance UID is there under another patient. Nothing was changed; find out which file is right';
const OTHER_CONTENT =
  'same-instance-other-content: an image of this SOP Instance UID is there with other content. The stored one stays; find out which file is right';
const OTHER_INSTANCE = 'other-instance: the PACS returned another image than the requested one';

/** Where a file came from. */
interface FileOrigin {
  position: number;
  /** De-identified SOP Instance UID it must have; null where any will do. */
  expected: string | null;
}

/** Imports one file, which the engine reads or whose memory goes to it: de-identified bytes and icons first, then the records. */
export async function importFile(
  tools: ImportTools,
  target: Target,
  original: Uint8Array | FileOnDisk,
  origin: FileOrigin,
): Promise<Progress> {
  const found = await tools.engine.takeIn(original, tools.deidKey);
  if (!found.ok) return skipped(found.error);
  const intake = found.value;
  try {
    return await importIntake(tools, target, intake, origin);
  } finally {
    intake.drop();
  }
}

async function importIntake(tools: ImportTools, target: Target, intake: Intake, { position, expected }: FileOrigin): Promise<Progress> {
  const { db, deidKey, signal } = tools;
  const { identity, leftOut } = withoutImplausibleAges(intake.identity);
  if (expected !== null && identity.instance_id !== expected) return { kind: 'skipped', reason: OTHER_INSTANCE };
  const keys = patientOf(identity, target.patients, deidKey);
  if ('refused' in keys) return { kind: 'skipped', reason: keys.refused };
  const date = implausibleStudyDate(identity, tools.now());
  if (date !== null) return { kind: 'skipped', reason: date };
  const { report, waveform, clipTimes } = intake;
  if (report !== null) return importReport(db, { projectId: target.projectId, now: tools.now() }, { identity, keys, report });
  const of = { study: identity.study_instance_uid, patientKey: keys.key };
  if (waveform !== null) {
    const added = tools.ecgs.add(of, identity.instance_id, waveform);
    return 'kind' in added ? added : { kind: 'ecg-file', ...added };
  }
  if (clipTimes !== null && !tools.ecgs.isComplete) return { kind: 'later' };
  const ecg = clipTimes === null ? null : tools.ecgs.forClip(of, clipTimes);
  const earlier = await findImported(db.query, target.projectId, identity.instance_id);
  if (earlier !== null && !isOfSamePatient(earlier, keys)) return { kind: 'conflict', reason: OTHER_PATIENT };

  const chosen = await maskFor(tools, target, intake);
  if ('kind' in chosen) {
    if (chosen.kind === 'held') ecg?.note('waiting');
    return chosen;
  }
  const { mask } = chosen;

  signal.throwIfAborted();
  const patient =
    earlier?.patient ?? (await ensurePatient(db, target.projectId, keys, dateShiftDays(deidKey, keys.key), target.patientShow));
  const { date_shift_days, patient_show } = patient;
  const options = { date_shift_days, patient_show, mask, ecg: ecg?.timed ?? null };
  const mapped = target.mapping.find(identity.original);
  const compared = async (image: ImportedImage, candidate: Candidate): Promise<FileOutcome> => {
    if (!isSameImage(image, { identity, takesEcg: clipTimes !== null }, candidate)) return { kind: 'conflict', reason: OTHER_CONTENT };
    ecg?.note(image.object_sha256 === candidate.sha256.bytes ? 'there' : 'without', image.studyId);
    const kept = mapped === null ? [] : await applyMapping(db.query, image.studyRowId, mapped);
    return { kind: 'already-there', studyId: image.studyId, instanceId: identity.instance_id, kept, order: identity.order };
  };
  if (earlier !== null) {
    const clean = await intake.clean(options, ICON_BOXES);
    if (!clean.ok) return skipped(clean.error);
    intake.giveBack(clean.value);
    return compared(earlier, clean.value);
  }
  signal.throwIfAborted();
  const image = await cleanAndStore(tools.objects, intake, options, tools.onObject);
  if (!image.ok) return skipped(image.error);
  signal.throwIfAborted();
  const recorded = await record(tools, target, {
    identity: mask === null ? identity : { ...identity, may_carry_burned_in_text: false },
    patient,
    mapped,
    image: image.value,
    framesAvailable: framesOf(intake.findings, image.value.framesAvailable),
    position,
  });
  // Another file of this instance may have come first meanwhile.
  if (recorded.earlier !== null) return compared(recorded.earlier, image.value);
  ecg?.note('attached', recorded.studyId);
  const findings = findingsText(intake.findings);
  const burnedInText = mask !== null ? 'blacked-out' : identity.may_carry_burned_in_text ? 'may-carry' : 'said-to-carry-none';
  return {
    kind: 'imported',
    studyId: recorded.studyId,
    instanceId: identity.instance_id,
    burnedInText,
    leftOut,
    damagedFrames: image.value.damagedFrames,
    kept: recorded.kept,
    findings,
    order: identity.order,
  };
}

const NO_MASK_YET =
  'no-mask: the mask of this device is not approved yet. Approve it under Masks; the file is then imported. Files of an upload or of the command line must be imported again';
const MASK_REFUSED = 'mask-refused: files of this device are not taken into this project. An Admin can let them wait again under Masks';

/** The mask that a file is imported with, null where nothing is blacked out; or why it is not imported now. */
async function maskFor(
  { db, engine, samples, now, signal }: ImportTools,
  { projectId, blackOut }: Target,
  intake: Intake,
): Promise<{ mask: PictureMask | null } | FileOutcome> {
  const { device } = intake.identity;
  // A file without a picture is refused by name when it is de-identified.
  if (!blackOut || device === null) return { mask: null };
  const { state, mask } = await deviceMask(db.query, projectId, device, now());
  if (state === 'approved') return { mask };
  if (state === 'refused') return { kind: 'skipped', reason: MASK_REFUSED };
  await samples.take(engine, intake, { projectId, device, signal });
  return { kind: 'held', reason: NO_MASK_YET };
}

interface Ready {
  identity: ImportIdentity;
  patient: PatientRow;
  mapped: MappingRow | null;
  image: KeptImage;
  framesAvailable: number | null;
  position: number;
}

/** Frames of the file as it came, where it holds more than it declares: the stored form has only those. */
const framesOf = ({ number_of_frames, frames_present }: FileFindings, stored: number | null): number | null =>
  frames_present !== null && frames_present > number_of_frames ? frames_present : stored;

/** Makes an image known whose bytes are stored. */
function record(
  tools: ImportTools,
  target: Target,
  { identity, patient, mapped, image, framesAvailable, position }: Ready,
): Promise<Recorded> {
  return tools.recorder.record({
    projectId: target.projectId,
    position,
    dataType: mapped?.data_type ?? target.dataType,
    mapped,
    patient,
    studyDate: shiftDate(identity.study_date, patient.date_shift_days),
    identity,
    metadata: image.metadata,
    framesAvailable,
    filename: filenameOf(identity.instance_id),
    ...image.stored,
    now: tools.now(),
  });
}
