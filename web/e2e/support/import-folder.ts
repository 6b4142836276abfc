/** `npm run import` into the running demo, as a person with a folder of files would. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { DataType } from '@echometry/contract/records/data-type.ts';
import { REPOSITORY, workspaceFolder } from './repository.ts';

/** The demo project that journeys import into; none of them counts its studies. */
export const TARGET = { id: 'demo-pediatric', name: 'Demo pediatric', dataType: 'pediatric' } as const;
/** The one for what only a fetus has. */
export const FETAL_TARGET = { id: 'demo-fetal', name: 'Demo fetal', dataType: 'fetal' } as const;
interface Target {
  id: string;
  name: string;
  dataType: DataType;
}
const MAX_REPORT_BYTES = 16 * 1024 * 1024;

export interface ImportReport {
  imported: number;
  already_there: number;
  skipped: { file: string; reason: string }[];
  conflicts: { file: string; reason: string }[];
  measurements: { file: string; reason: string }[];
  studies: string[];
  cancelled: boolean;
}

export async function importFolder(folder: string, target: Target = TARGET): Promise<ImportReport> {
  const program = path.join(REPOSITORY, 'scripts', 'import.mjs');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, folder, '--project', target.id, '--unknown-patients', 'by-study', '--into-demo', '--json'],
    {
      env: { ...process.env, ECHOMETRY_DATA: workspaceFolder() },
      maxBuffer: MAX_REPORT_BYTES,
    },
  );
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as ImportReport;
}

/** Address of the selection page of an imported study. */
export function selectionAddress(studyId: string, target: Target = TARGET): string {
  const [patient, date = ''] = studyId.split('_');
  return `/selection?${new URLSearchParams({
    study_id: studyId,
    study_date: `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`,
    patient_id: patient ?? '',
    patient_id_show: studyId,
    data_type: target.dataType,
    project: target.id,
  })}`;
}
