import { randomUUID } from 'node:crypto';
import { type ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { type StoredMetadata } from '@echometry/contract/generated/analysis-image.ts';
import { type MappingRow } from '@echometry/contract/records/import.ts';
import { type DataType } from '@echometry/contract/records/data-type.ts';
import { studyIdOf } from '@echometry/contract/rules/study-id.ts';
import { type ImportIdentity } from '@echometry/bindings/api.ts';
import { type Kysely, type Transaction } from 'kysely';
import { pack } from '../../db/document.ts';
import { type Db } from '../../db/connect.ts';
import { lockProject } from '../../db/projects.ts';
import { type Database } from '../../db/schema.ts';
import { Refusal } from '../../refusal.ts';

type Query = Kysely<Database>;

export interface PatientRow {
  id: number;
  patient_show: string;
  date_shift_days: number;
}

/** Code shown for patients who come without a chosen one. */
const showOf = (id: number): string => `P${String(id).padStart(6, '0')}`;

/** Keyed identities a patient may be known by. */
export interface PatientKeys {
  /** By the rule in force. */
  key: string;
  /** As spelled, for patients made known before there was a rule; null where no earlier one can be meant. */
  spelledKey: string | null;
}

async function findPatient(query: Query, projectId: number, patientKey: string): Promise<PatientRow | null> {
  const row = await query
    .selectFrom('patient')
    .select(['id', 'patient_show', 'date_shift_days'])
    .where('project_id', '=', projectId)
    .where('patient_key', '=', patientKey)
    .executeTakeFirst();
  return row ?? null;
}

async function isShown(query: Query, patientShow: string): Promise<boolean> {
  return (await query.selectFrom('patient').select('id').where('patient_show', '=', patientShow).executeTakeFirst()) !== undefined;
}

/** A code nobody has: the number of the patient, with a letter where somebody chose that code for another. */
async function freeShow(query: Query, id: number): Promise<string> {
  const plain = showOf(id);
  for (const letter of ['', ...'BCDEFGHIJKLMNOPQRSTUVWXYZ']) if (!(await isShown(query, plain + letter))) return plain + letter;
  throw new Error(`No code is free for patient ${id}`);
}

/**
 * The patient of a keyed identity in a project, made known at the first file. Files of one patient may race: the first to
 * come makes the row, under the lock of the project, and the others find it.
 */
export async function ensurePatient(
  db: Db,
  projectId: number,
  { key, spelledKey }: PatientKeys,
  dateShiftDays: number,
  patientShow: string | null,
): Promise<PatientRow> {
  // Nearly every file is of a patient who is known: it waits for nobody who writes.
  const seen = await findPatient(db.query, projectId, key);
  if (seen !== null) return seen;
  return db.query.transaction().execute(async (query) => {
    await lockProject(db, query, projectId);
    const known = await findPatient(query, projectId, key);
    if (known !== null) return known;
    const earlier = spelledKey === null ? null : await findPatient(query, projectId, spelledKey);
    if (earlier !== null) {
      await query.updateTable('patient').set({ patient_key: key }).where('id', '=', earlier.id).execute();
      return earlier;
    }
    if (patientShow !== null && (await isShown(query, patientShow)))
      throw new Refusal(`The patient code ${patientShow} is another patient's already. Choose another one.`);
    const row = await query
      .insertInto('patient')
      .values({
        project_id: projectId,
        patient_key: key,
        patient_show: patientShow ?? `new:${randomUUID()}`,
        date_shift_days: dateShiftDays,
      })
      .returning(['id', 'patient_show', 'date_shift_days'])
      .executeTakeFirstOrThrow();
    if (patientShow !== null) return row;
    const patient_show = await freeShow(query, row.id);
    await query.updateTable('patient').set({ patient_show }).where('id', '=', row.id).execute();
    return { ...row, patient_show };
  });
}

/** Removes patients no study came for, as a cancelled import leaves them. */
export async function dropEmptyPatients(query: Query): Promise<void> {
  await query
    .deleteFrom('patient')
    .where('id', 'not in', (sub) => sub.selectFrom('study').select('patient_id'))
    .execute();
}

/** An image that is there already, with what tells whether a file holds the same. */
export interface ImportedImage {
  object_sha256: string;
  small_icon_sha256: string;
  big_icon_sha256: string;
  number_of_frames: number;
  width: number;
  height: number;
  deid_profile: string | null;
  patient_key: string;
  studyRowId: number;
  patient: PatientRow;
}

/** The image of an instance in a project; null before it was imported. */
export async function findImported(query: Query, projectId: number, instanceId: string): Promise<ImportedImage | null> {
  const row = await query
    .selectFrom('image_file')
    .innerJoin('study', 'study.id', 'image_file.study_id')
    .innerJoin('patient', 'patient.id', 'study.patient_id')
    .innerJoin('stored_object', 'stored_object.sha256', 'image_file.object_sha256')
    .select(['object_sha256', 'small_icon_sha256', 'big_icon_sha256', 'number_of_frames', 'width', 'height', 'deid_profile'])
    .select('study.id as study_row_id')
    .select(['patient.id as patient_id', 'patient_key', 'patient_show', 'date_shift_days'])
    .where('study.project_id', '=', projectId)
    .where('image_file.instance_id', '=', instanceId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { patient_id, patient_show, date_shift_days, study_row_id, ...image } = row;
  return { ...image, studyRowId: study_row_id, patient: { id: patient_id, patient_show, date_shift_days } };
}

/** Those of some instances that are stored in a project. */
export async function importedAmong(query: Query, projectId: number, instanceIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (instanceIds.length === 0) return new Set();
  const rows = await query
    .selectFrom('image_file')
    .innerJoin('study', 'study.id', 'image_file.study_id')
    .select('instance_id')
    .where('study.project_id', '=', projectId)
    .where('instance_id', 'in', [...instanceIds])
    .execute();
  return new Set(rows.map((row) => row.instance_id));
}

const storedMetadata = (m: ImageMetadata): StoredMetadata => ({
  number_of_frames: m.number_of_frames,
  width: m.width,
  height: m.height,
  frame_rate: m.frame_rate,
  manufacturer: m.manufacturer,
  modality: m.modality,
  doppler_regions: m.doppler_regions,
  flow_region: m.flow_region,
});

/** What is kept of the identity of a file, and what its study learns from it. */
export type FileIdentity = Pick<
  ImportIdentity,
  | 'instance_id'
  | 'study_instance_uid'
  | 'gestational_age_days'
  | 'age_days'
  | 'sex'
  | 'height_cm'
  | 'weight_kg'
  | 'may_carry_burned_in_text'
> & { deid_profile: string | null };

export interface ImportedFile {
  projectId: number;
  /** Place in the order of the source, from 0. */
  position: number;
  dataType: DataType;
  /** What a person said of the study; absent where nobody did. */
  mapped?: MappingRow | null;
  patient: PatientRow;
  studyDate: string;
  identity: FileIdentity;
  metadata: ImageMetadata;
  /** Frames that are in the file; null where only so much is known that some are missing. */
  framesAvailable: number | null;
  filename: string;
  sizeBytes: number;
  keys: { dicom: string; small: string; big: string };
  iconBytes: { small: number; big: number };
  now: number;
  /** Of an image made from a frame of another one. */
  snapshot?: { of: string; frame: number; by: number; isPrivate: boolean };
  /** Done in the transaction that makes the image known. */
  onRecorded?: (query: Transaction<Database>) => Promise<void>;
}

/** What became of an image that was to be made known. */
export interface Recorded {
  studyId: string;
  /** The image of the instance that was there before; nothing was recorded then. */
  earlier: ImportedImage | null;
  /** What the mapping says otherwise than the study, which keeps its own. */
  kept: string[];
}

/** An image with its metadata as they are stored. */
export interface PackedFile {
  file: ImportedFile;
  metadata: Uint8Array;
}

export const packed = async (file: ImportedFile): Promise<PackedFile> => ({
  file,
  metadata: (await pack(storedMetadata(file.metadata))).bytes,
});

/** Makes an image known, with its study, in one transaction: all of it is there afterwards, or nothing. */
export async function recordFile(db: Db, file: ImportedFile): Promise<Recorded> {
  const [recorded] = await recordFiles(db, [await packed(file)]);
  if (recorded === undefined) throw new Error('An image was recorded without an outcome');
  return recorded;
}

/** Makes images known in one transaction, in their order: all of them are there afterwards, or none. */
export function recordFiles(db: Db, files: readonly PackedFile[]): Promise<Recorded[]> {
  return db.query.transaction().execute(async (query) => {
    // Two files of one instance may be on their way at once: the first to come here is the image.
    for (const projectId of new Set(files.map(({ file }) => file.projectId))) await lockProject(db, query, projectId);
    const recorded: Recorded[] = [];
    for (const one of files) recorded.push(await recordOne(query, one));
    return recorded;
  });
}

async function recordOne(query: Transaction<Database>, { file, metadata }: PackedFile): Promise<Recorded> {
  const studyId = studyIdOf(file.patient.id, file.studyDate);
  const earlier = await findImported(query, file.projectId, file.identity.instance_id);
  if (earlier !== null) return { studyId, earlier, kept: [] };
  const { deid_profile } = file.identity;
  const objects = [
    { sha256: file.keys.dicom, size_bytes: file.sizeBytes, media_type: 'application/dicom', deid_profile },
    { sha256: file.keys.small, size_bytes: file.iconBytes.small, media_type: 'image/jpeg', deid_profile },
    { sha256: file.keys.big, size_bytes: file.iconBytes.big, media_type: 'image/jpeg', deid_profile },
  ];
  await query
    .insertInto('stored_object')
    .values(objects.map((object) => ({ ...object, created_at: file.now })))
    .onConflict((c) => c.column('sha256').doNothing())
    .execute();
  const study = await ensureStudy(query, file);
  const { identity, metadata: m } = file;
  await query
    .insertInto('image_file')
    .values({
      study_id: study.id,
      position: file.position,
      instance_id: identity.instance_id,
      filename: file.filename,
      object_sha256: file.keys.dicom,
      small_icon_sha256: file.keys.small,
      big_icon_sha256: file.keys.big,
      size_bytes: file.sizeBytes,
      number_of_frames: m.number_of_frames,
      frames_available: file.framesAvailable,
      width: m.width,
      height: m.height,
      frame_rate: m.frame_rate,
      manufacturer: m.manufacturer,
      modality: m.modality,
      transfer_syntax_uid: m.transfer_syntax_uid,
      metadata,
      may_carry_burned_in_text: identity.may_carry_burned_in_text ? 1 : 0,
      imported_at: file.now,
      snapshot_of: file.snapshot?.of ?? null,
      snapshot_frame: file.snapshot?.frame ?? null,
      snapshot_by: file.snapshot?.by ?? null,
      snapshot_private: file.snapshot === undefined ? null : file.snapshot.isPrivate ? 1 : 0,
    })
    .execute();
  const kept = file.mapped == null ? [] : await applyMapping(query, study.id, file.mapped);
  await file.onRecorded?.(query);
  return { studyId, earlier: null, kept };
}

/** The study of a patient and day. What a later file knows of the patient fills what earlier ones left open. */
async function ensureStudy(query: Query, file: ImportedFile): Promise<{ id: number }> {
  const { identity } = file;
  const study_id = studyIdOf(file.patient.id, file.studyDate);
  const from = (value: unknown) => (value === null ? null : ('file' as const));
  await query
    .insertInto('study')
    .values({
      project_id: file.projectId,
      patient_id: file.patient.id,
      study_id,
      study_date: file.studyDate,
      study_instance_uid: identity.study_instance_uid,
      data_type: file.dataType,
      study_type: null,
      code: null,
      active: 1,
      gestational_age_days: identity.gestational_age_days,
      gestational_age_source: from(identity.gestational_age_days),
      age_days: identity.age_days,
      age_source: from(identity.age_days),
      sex: identity.sex,
      sex_source: from(identity.sex),
      height_cm: identity.height_cm,
      height_source: from(identity.height_cm),
      weight_kg: identity.weight_kg,
      weight_source: from(identity.weight_kg),
      created_at: file.now,
    })
    .onConflict((c) => c.column('study_id').doNothing())
    .execute();
  const row = await query.selectFrom('study').selectAll().where('study_id', '=', study_id).executeTakeFirstOrThrow();
  const fill = {
    ...(row.gestational_age_days === null && identity.gestational_age_days !== null
      ? { gestational_age_days: identity.gestational_age_days, gestational_age_source: 'file' as const }
      : {}),
    ...(row.age_days === null && identity.age_days !== null ? { age_days: identity.age_days, age_source: 'file' as const } : {}),
    ...(row.sex === null && identity.sex !== null ? { sex: identity.sex, sex_source: 'file' as const } : {}),
    ...(row.height_cm === null && identity.height_cm !== null ? { height_cm: identity.height_cm, height_source: 'file' as const } : {}),
    ...(row.weight_kg === null && identity.weight_kg !== null ? { weight_kg: identity.weight_kg, weight_source: 'file' as const } : {}),
  };
  if (Object.keys(fill).length > 0) await query.updateTable('study').set(fill).where('id', '=', row.id).execute();
  return { id: row.id };
}

/**
 * Gives a study code and type where it has none. What it has already stays: somebody may have set it since. Returns what
 * the mapping says otherwise.
 */
export async function applyMapping(query: Query, studyRowId: number, mapped: MappingRow): Promise<string[]> {
  const study = await query
    .selectFrom('study')
    .select(['code', 'study_type', 'data_type'])
    .where('id', '=', studyRowId)
    .executeTakeFirstOrThrow();
  const fields = ['code', 'study_type'] as const;
  const fill = Object.fromEntries(
    fields.flatMap((field) => (study[field] === null && mapped[field] !== null ? [[field, mapped[field]]] : [])),
  );
  if (Object.keys(fill).length > 0) await query.updateTable('study').set(fill).where('id', '=', studyRowId).execute();
  return (['code', 'study_type', 'data_type'] as const).flatMap((field) => {
    const [has, said] = [study[field], mapped[field]];
    return has === null || said === null || has === said
      ? []
      : [`row ${mapped.row} of the mapping says ${field} ${said}; the study keeps ${has}`];
  });
}
