import { type ImageMetadata, } from '@echometry/contract/generated/image-metadata.ts';
import { type StoredMetadata } from '@echometry/contract/generated/analysis-image.ts';
import { type DataType } from '@echometry/contract/records/data-type.ts';
import { studyIdOf } from '@echometry/contract/rules/study-id.ts';
import { type ImportIdentity } from '@echometry/bindings/api.ts';
import { type Kysely } from 'kysely';
import { pack } from '../../db/document.ts';
import { type Db } from '../../db/connect.ts';
import { type Database } from '../../db/schema.ts';

type Query = Kysely<Database>;

/** Profile under which stored bytes were de-identified, kept with each object (contracts.md 8). */
export const DEID_PROFILE = 'echometry-ps3.15-allow-list/1';

export interface PatientRow { id: number; patient_show: string; date_shift_days: number }

/** Code shown for patients who come without a chosen one. */
const showOf = (id: number): string => `P${String(id).padStart(6, '0')}`;

/** The patient of a keyed identity in a project, made known at the first file. */
export async function ensurePatient(db: Db, projectId: number, patientKey: string, dateShiftDays: number, patientShow: string | null): Promise<PatientRow> {
  return db.query.transaction().execute(async (query) => {
    const find = () => query.selectFrom('patient').select(['id', 'patient_show', 'date_shift_days'])
      .where('project_id', '=', projectId).where('patient_key', '=', patientKey).executeTakeFirst();
    const known = await find();
    if (known) return known;
    const made = await query.insertInto('patient')
      .values({ project_id: projectId, patient_key: patientKey, patient_show: patientShow ?? `new:${projectId}:${patientKey}`, date_shift_days: dateShiftDays })
      .onConflict((conflict) => conflict.columns(['project_id', 'patient_key']).doNothing()).returning('id').executeTakeFirst();
    if (made && patientShow === null) await query.updateTable('patient').set({ patient_show: showOf(made.id) }).where('id', '=', made.id).execute();
    const row = await find();
    if (!row) throw new Error('A patient vanished while it was made');
    return row;
  });
}

/** Removes patients no study came for, as a cancelled import leaves them. */
export async function dropEmptyPatients(query: Query): Promise<void> {
  await query.deleteFrom('patient').where('id', 'not in', (sub) => sub.selectFrom('study').select('patient_id')).execute();
}

/** Is the image there already? Import is idempotent by instance within a project. */
export async function isImported(query: Query, projectId: number, instanceId: string): Promise<boolean> {
  const row = await query.selectFrom('image_file').innerJoin('study', 'study.id', 'image_file.study_id').select('image_file.id')
    .where('study.project_id', '=', projectId).where('image_file.instance_id', '=', instanceId).executeTakeFirst();
  return row !== undefined;
}

const storedMetadata = (m: ImageMetadata): StoredMetadata => ({
  number_of_frames: m.number_of_frames, width: m.width, height: m.height, frame_rate: m.frame_rate,
  manufacturer: m.manufacturer, modality: m.modality, doppler_regions: m.doppler_regions, flow_region: m.flow_region,
});

export interface ImportedFile {
  projectId: number;
  /** Place in the order of the source, from 0. */
  position: number;
  dataType: DataType;
  patient: PatientRow;
  studyDate: string;
  identity: ImportIdentity;
  metadata: ImageMetadata;
  filename: string;
  sizeBytes: number;
  keys: { dicom: string; small: string; big: string };
  iconBytes: { small: number; big: number };
  now: number;
}

/** Makes an image known, with its study, in one transaction: all of it is there afterwards, or nothing. */
export async function recordFile(db: Db, file: ImportedFile): Promise<{ studyId: string; isNew: boolean }> {
  const metadata = await pack(storedMetadata(file.metadata));
  return db.query.transaction().execute(async (query) => {
    // Two files of one instance may be on their way at once: the first to come here is the image. SQLite writes one
    // at a time anyway; PostgreSQL is told to.
    const lock = query.selectFrom('project').select('id').where('id', '=', file.projectId);
    await (db.dialect === 'postgres' ? lock.forUpdate() : lock).executeTakeFirstOrThrow();
    const studyId = studyIdOf(file.patient.id, file.studyDate);
    if (await isImported(query, file.projectId, file.identity.instance_id)) return { studyId, isNew: false };
    const objects = [
      { sha256: file.keys.dicom, size_bytes: file.sizeBytes, media_type: 'application/dicom', deid_profile: DEID_PROFILE },
      { sha256: file.keys.small, size_bytes: file.iconBytes.small, media_type: 'image/jpeg', deid_profile: DEID_PROFILE },
      { sha256: file.keys.big, size_bytes: file.iconBytes.big, media_type: 'image/jpeg', deid_profile: DEID_PROFILE },
    ];
    for (const object of objects) {
      await query.insertInto('stored_object').values({ ...object, created_at: file.now }).onConflict((c) => c.column('sha256').doNothing()).execute();
    }
    const study = await ensureStudy(query, file);
    const { identity, metadata: m } = file;
    await query.insertInto('image_file').values({
      study_id: study.id, position: file.position, instance_id: identity.instance_id, filename: file.filename,
      object_sha256: file.keys.dicom, small_icon_sha256: file.keys.small, big_icon_sha256: file.keys.big,
      size_bytes: file.sizeBytes, number_of_frames: m.number_of_frames, width: m.width, height: m.height, frame_rate: m.frame_rate,
      manufacturer: m.manufacturer, modality: m.modality, transfer_syntax_uid: m.transfer_syntax_uid, metadata: metadata.bytes,
      may_carry_burned_in_text: identity.may_carry_burned_in_text ? 1 : 0, imported_at: file.now,
    }).execute();
    return { studyId, isNew: true };
  });
}

/** The study of a patient and day. What a later file knows of the patient fills what earlier ones left open. */
async function ensureStudy(query: Query, file: ImportedFile): Promise<{ id: number }> {
  const { identity } = file;
  const study_id = studyIdOf(file.patient.id, file.studyDate);
  const from = (value: unknown) => (value === null ? null : ('file' as const));
  await query.insertInto('study').values({
    project_id: file.projectId, patient_id: file.patient.id, study_id, study_date: file.studyDate, study_instance_uid: identity.study_instance_uid,
    data_type: file.dataType, study_type: null, code: null, active: 1,
    gestational_age_days: identity.gestational_age_days, gestational_age_source: from(identity.gestational_age_days),
    age_days: identity.age_days, age_source: from(identity.age_days), sex: identity.sex, sex_source: from(identity.sex),
    height_cm: identity.height_cm, height_source: from(identity.height_cm), weight_kg: identity.weight_kg, weight_source: from(identity.weight_kg),
    created_at: file.now,
  }).onConflict((c) => c.column('study_id').doNothing()).execute();
  const row = await query.selectFrom('study').selectAll().where('study_id', '=', study_id).executeTakeFirstOrThrow();
  const fill = {
    ...(row.gestational_age_days === null && identity.gestational_age_days !== null ? { gestational_age_days: identity.gestational_age_days, gestational_age_source: 'file' as const } : {}),
    ...(row.age_days === null && identity.age_days !== null ? { age_days: identity.age_days, age_source: 'file' as const } : {}),
    ...(row.sex === null && identity.sex !== null ? { sex: identity.sex, sex_source: 'file' as const } : {}),
    ...(row.height_cm === null && identity.height_cm !== null ? { height_cm: identity.height_cm, height_source: 'file' as const } : {}),
    ...(row.weight_kg === null && identity.weight_kg !== null ? { weight_kg: identity.weight_kg, weight_source: 'file' as const } : {}),
  };
  if (Object.keys(fill).length > 0) await query.updateTable('study').set(fill).where('id', '=', row.id).execute();
  return { id: row.id };
}
