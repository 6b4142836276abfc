import { createHash } from 'node:crypto';
import { type Engine } from '@echometry/bindings/api.ts';
import { type DataType } from '@echometry/contract/records/data-type.ts';
import { type Db } from '../../db/connect.ts';
import { type ObjectStore } from '../../objects/store.ts';
import { dateShiftDays, shiftDate } from './date-shift.ts';
import { BIG_ICON, SMALL_ICON } from './limits.ts';
import { ensurePatient, isImported, recordFile } from './records.ts';

export interface ImportTools {
  db: Db;
  objects: ObjectStore;
  engine: Engine;
  /** Secret of the workspace for UIDs, identities and date shifts. */
  deidKey: Uint8Array;
  now: () => number;
  signal: AbortSignal;
  /** Told of every object written, so that a cancelled import can take them back. */
  onObject: (key: string) => void;
}

export interface Target {
  projectId: number;
  dataType: DataType;
  /** Code for the patients of these files; null numbers them. */
  patientShow: string | null;
}

export type FileOutcome =
  | { kind: 'imported'; studyId: string; instanceId: string; mayCarryBurnedInText: boolean }
  | { kind: 'already-there'; instanceId: string }
  | { kind: 'skipped'; reason: string };

const HEX_OF_NAME = 16;

/** First 16 hex of sha256(instance_id) and .dcm: no original name is ever stored (contracts.md 1). */
export const filenameOf = (instanceId: string): string =>
  `${createHash('sha256').update(instanceId).digest('hex').slice(0, HEX_OF_NAME)}.dcm`;

const skipped = (error: { code: string; message: string }): FileOutcome => ({ kind: 'skipped', reason: `${error.code}: ${error.message}` });

/** Imports one file: de-identified bytes and icons first, then the records in one transaction. */
export async function importFile(tools: ImportTools, target: Target, original: Uint8Array, position: number): Promise<FileOutcome> {
  const { db, objects, engine, deidKey, signal } = tools;
  const identity = await engine.identity(original, deidKey);
  if (!identity.ok) return skipped(identity.error);
  const { instance_id: instanceId, patient_key: patientKey } = identity.value;
  if (await isImported(db.query, target.projectId, instanceId)) return { kind: 'already-there', instanceId };

  signal.throwIfAborted();
  const patient = await ensurePatient(db, target.projectId, patientKey, dateShiftDays(deidKey, patientKey), target.patientShow);
  const clean = await engine.deidentify(original, { key: deidKey, date_shift_days: patient.date_shift_days, patient_show: patient.patient_show });
  if (!clean.ok) return skipped(clean.error);
  const bytes = clean.value;

  const opened = await engine.open(bytes);
  if (!opened.ok) return skipped(opened.error);
  try {
    const metadata = await engine.metadata(opened.value);
    if (!metadata.ok) return skipped(metadata.error);
    // The middle of a loop shows more of the heart than its first frame.
    const frame_number = Math.floor((metadata.value.number_of_frames + 1) / 2);
    const small = await engine.icon(opened.value, { frame_number, ...SMALL_ICON }, { signal });
    if (!small.ok) return skipped(small.error);
    const big = await engine.icon(opened.value, { frame_number, ...BIG_ICON }, { signal });
    if (!big.ok) return skipped(big.error);

    signal.throwIfAborted();
    const put = async (content: Uint8Array): Promise<string> => {
      const key = await objects.put(content);
      tools.onObject(key);
      return key;
    };
    const [dicomKey, smallKey, bigKey] = await Promise.all([put(bytes), put(small.value), put(big.value)]);
    signal.throwIfAborted();
    const recorded = await recordFile(db, {
      projectId: target.projectId, position, dataType: target.dataType, patient, studyDate: shiftDate(identity.value.study_date, patient.date_shift_days),
      identity: identity.value, metadata: metadata.value, filename: filenameOf(instanceId), sizeBytes: bytes.byteLength,
      keys: { dicom: dicomKey, small: smallKey, big: bigKey }, iconBytes: { small: small.value.byteLength, big: big.value.byteLength },
      now: tools.now(),
    });
    return recorded.isNew
      ? { kind: 'imported', studyId: recorded.studyId, instanceId, mayCarryBurnedInText: identity.value.may_carry_burned_in_text }
      : { kind: 'already-there', instanceId };
  } finally {
    engine.release(opened.value);
  }
}
