import type { StudyRow } from '@echometry/contract/records/study.ts';
import { pathOfPage } from '../../lib/go-to-page.ts';

/** Address of a page of a study, coming from the list; null when there is no such page. */
export const pathOfRow = (row: StudyRow, page: string): string | null =>
  pathOfPage({
    page,
    from: 'studies',
    project: row.project,
    id_study: row.study_id,
    id_patient: row.patient,
    id_patient_show: row.patient_show,
    date: row.date,
    study_instance_id: row.study_instance_id,
    type: row.data_type,
  });

/** The page a study is opened on: its files are chosen first, unless that was done. */
export const firstPage = (row: StudyRow): 'preview' | 'selection' =>
  row.analysis === null && !row.status.selected ? 'preview' : 'selection';
