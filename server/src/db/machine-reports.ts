/** Structured reports of machines, each with its study or waiting for it. */
import type { MachineReport } from '@echometry/contract/records/machine.ts';
import type { Kysely, Transaction } from 'kysely';
import type { Db } from './connect.ts';
import { pack, unpack } from './document.ts';
import { lockProject } from './projects.ts';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

/** A report on its way into the database. */
export interface NewMachineReport {
  projectId: number;
  instanceId: string;
  studyInstanceUid: string;
  patientKeys: { key: string; spelledKey: string | null };
  content: MachineReport;
  now: number;
}

/** Outcome of storing a report: stored, stored before, other content under its UID, or a study of another patient. */
export type ReportRecorded = 'stored' | 'there' | 'other-content' | 'other-patient';

interface StudyOfPatient {
  id: number;
  patient_key: string;
}

/** The keys of both ways to spell a Patient ID count: studies of earlier versions have the second. */
const isOfPatient = (study: StudyOfPatient, report: { patient_key: string; spelled_patient_key: string | null }): boolean =>
  [report.patient_key, report.spelled_patient_key].includes(study.patient_key);

const studies = (query: Query, projectId: number) =>
  query
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patient_id')
    .select(['study.id', 'patient.patient_key'])
    .where('study.project_id', '=', projectId);

/** The study of a report: by its UID, otherwise by an image that the report refers to. */
async function studyOf(
  query: Query,
  projectId: number,
  report: { study_instance_uid: string; image_instance_id: string | null },
): Promise<StudyOfPatient | null> {
  const byUid = await studies(query, projectId).where('study.study_instance_uid', '=', report.study_instance_uid).executeTakeFirst();
  if (byUid !== undefined || report.image_instance_id === null) return byUid ?? null;
  const byImage = await studies(query, projectId)
    .innerJoin('image_file', 'image_file.study_id', 'study.id')
    .where('image_file.instance_id', '=', report.image_instance_id)
    .executeTakeFirst();
  return byImage ?? null;
}

/** Stores a report; with its study where that is there, otherwise it waits for its images. */
export async function recordMachineReport(db: Db, report: NewMachineReport): Promise<ReportRecorded> {
  const { projectId, instanceId, patientKeys, content } = report;
  const packed = await pack(content);
  const row = {
    project_id: projectId,
    instance_id: instanceId,
    study_instance_uid: report.studyInstanceUid,
    patient_key: patientKeys.key,
    spelled_patient_key: patientKeys.spelledKey,
    image_instance_id: content.numbers.find(({ image }) => image !== null)?.image?.instance_id ?? null,
    content: packed.bytes,
    content_sha256: packed.sha256,
    imported_at: report.now,
  };
  return db.query.transaction().execute(async (inside) => {
    await lockProject(db, inside, projectId);
    const earlier = await inside
      .selectFrom('machine_report')
      .select(['content_sha256', 'patient_key'])
      .where('project_id', '=', projectId)
      .where('instance_id', '=', instanceId)
      .executeTakeFirst();
    if (earlier !== undefined) return earlier.content_sha256 === packed.sha256 ? 'there' : 'other-content';
    const study = await studyOf(inside, projectId, row);
    if (study !== null && !isOfPatient(study, row)) return 'other-patient';
    await inside
      .insertInto('machine_report')
      .values({ ...row, study_id: study?.id ?? null })
      .execute();
    return 'stored';
  });
}

/**
 * Gives reports that wait to their studies, where their images have come since. One whose study turns out to be of another patient is
 * removed, as it would not have been stored after the images.
 *
 * @returns the SOP Instance UIDs of the removed reports
 */
export async function attachMachineReports(db: Db, projectId: number): Promise<string[]> {
  const waiting = await db.query
    .selectFrom('machine_report')
    .select(['instance_id', 'study_instance_uid', 'image_instance_id', 'patient_key', 'spelled_patient_key'])
    .where('project_id', '=', projectId)
    .where('study_id', 'is', null)
    .execute();
  if (waiting.length === 0) return [];
  return db.query.transaction().execute(async (inside: Transaction<Database>) => {
    await lockProject(db, inside, projectId);
    const removed: string[] = [];
    for (const report of waiting) {
      const study = await studyOf(inside, projectId, report);
      if (study === null) continue;
      const { instance_id } = report;
      if (isOfPatient(study, report))
        await inside
          .updateTable('machine_report')
          .set({ study_id: study.id })
          .where('project_id', '=', projectId)
          .where('instance_id', '=', instance_id)
          .execute();
      else {
        await inside.deleteFrom('machine_report').where('project_id', '=', projectId).where('instance_id', '=', instance_id).execute();
        removed.push(instance_id);
      }
    }
    return removed;
  });
}

/** The `study_id` of the study that a report belongs to; null while it waits. */
export async function studyOfMachineReport(query: Query, projectId: number, instanceId: string): Promise<string | null> {
  const row = await query
    .selectFrom('machine_report')
    .innerJoin('study', 'study.id', 'machine_report.study_id')
    .select('study.study_id as study_id')
    .where('machine_report.project_id', '=', projectId)
    .where('machine_report.instance_id', '=', instanceId)
    .executeTakeFirst();
  return row?.study_id ?? null;
}

/** The reports of a study, in a fixed order. */
export async function machineReportsOf(query: Query, studyId: number): Promise<MachineReport[]> {
  const rows = await query
    .selectFrom('machine_report')
    .select(['content', 'content_sha256'])
    .where('study_id', '=', studyId)
    .orderBy('instance_id')
    .execute();
  return Promise.all(rows.map((row) => unpack<MachineReport>(row.content, row.content_sha256)));
}

/** Rows of the active studies of a project that have a report. */
export async function studiesWithMachineReports(query: Query, projectId: number): Promise<number[]> {
  const rows = await query
    .selectFrom('machine_report')
    .innerJoin('study', 'study.id', 'machine_report.study_id')
    .select('study.id')
    .distinct()
    .where('machine_report.project_id', '=', projectId)
    .where('study.active', '=', 1)
    .orderBy('study.id')
    .execute();
  return rows.map(({ id }) => id);
}
