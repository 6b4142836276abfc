import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Db } from '../db/connect.ts';
import { lockProject } from '../db/projects.ts';
import type { Database } from '../db/schema.ts';
import { Refusal } from '../errors.ts';

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

/** An unused code: the number of the patient, with a letter where that code was chosen for another. */
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
  // Nearly every file is of a patient who is known: it waits for no writer.
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

/** An existing image, with facts that show whether a file holds the same. */
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
  studyId: string;
  patient: PatientRow;
}

/** Those of some instances that are in a project, by instance. */
export async function importedBy(query: Query, projectId: number, instanceIds: readonly string[]): Promise<Map<string, ImportedImage>> {
  const rows = await query
    .selectFrom('image_file')
    .innerJoin('study', 'study.id', 'image_file.study_id')
    .innerJoin('patient', 'patient.id', 'study.patient_id')
    .innerJoin('stored_object', 'stored_object.sha256', 'image_file.object_sha256')
    .select(['instance_id', 'object_sha256', 'small_icon_sha256', 'big_icon_sha256', 'number_of_frames', 'width', 'height', 'deid_profile'])
    .select(['study.id as study_row_id', 'study.study_id as study_id'])
    .select(['patient.id as patient_id', 'patient_key', 'patient_show', 'date_shift_days'])
    .where('study.project_id', '=', projectId)
    .where('image_file.instance_id', 'in', [...instanceIds])
    .execute();
  return new Map(
    rows.map(({ instance_id, patient_id, patient_show, date_shift_days, study_row_id, study_id, ...image }) => [
      instance_id,
      { ...image, studyRowId: study_row_id, studyId: study_id, patient: { id: patient_id, patient_show, date_shift_days } },
    ]),
  );
}

/** The image of an instance in a project; null before it was imported. */
export const findImported = async (query: Query, projectId: number, instanceId: string): Promise<ImportedImage | null> =>
  (await importedBy(query, projectId, [instanceId])).get(instanceId) ?? null;

/** The studies of those of some instances that are stored in a project, by instance. */
export async function importedAmong(query: Query, projectId: number, instanceIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (instanceIds.length === 0) return new Map();
  const rows = await query
    .selectFrom('image_file')
    .innerJoin('study', 'study.id', 'image_file.study_id')
    .select(['instance_id', 'study.study_id as study_id'])
    .where('study.project_id', '=', projectId)
    .where('instance_id', 'in', [...instanceIds])
    .execute();
  return new Map(rows.map((row) => [row.instance_id, row.study_id]));
}
