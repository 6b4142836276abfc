/** Go-to-page (docs/specification.md#platform-2): from a destination by name and what it carries to an address of the product. */
import type { DataType } from '@echometry/contract/records/data-type.ts';
import { isAlias } from '@echometry/contract/rules/blinding.ts';
import { CLIENT_ROUTES } from '@echometry/contract/rules/client-routes.ts';
import { dashedDate, splitStudyId } from '@echometry/contract/rules/study-id.ts';
import { tabOfStatus } from '@echometry/contract/rules/step-tabs.ts';
import { studyPath, type StudyPage } from './study-link.ts';

/** Parameters of a destination; names as in the specification. */
export interface Destination {
  page: string;
  project?: string;
  id_study?: string;
  id_patient?: number;
  id_patient_show?: string;
  date?: string | null;
  study_instance_id?: string;
  /** Page the person comes from. */
  from?: string;
  /** Data type of the study. */
  type?: DataType;
  editor?: string;
  /** It is that person's blind work. */
  blind?: boolean;
  /** Whether the analysis of the study is validated. */
  db_status?: string;
  /** instance_id or filename of the image to begin with. */
  image?: string;
  /** Measurement of the image whose explanation is open. */
  measurement?: string;
}

/** Pages that take the whole study in their address. */
const STUDY_PAGES: readonly string[] = [
  'preview',
  'selection',
  'overview',
  'reference',
  'cycletiming',
  'segmentation',
  'measurements',
  'validation',
  'feedback',
] satisfies StudyPage[];
/** Pages that take only the project. */
const PROJECT_PAGES: readonly string[] = ['studies', 'review'];

/** The address of a destination; null when it is unknown or a parameter is missing. */
export function pathOfPage(to: Destination): string | null {
  const page = to.from === 'studies' ? tabOfStatus(to.page) : to.page;
  if (PROJECT_PAGES.includes(page)) return to.project ? `/${page}?${new URLSearchParams({ project: to.project })}` : `/${page}`;
  if (STUDY_PAGES.includes(page)) {
    const own = splitStudyId(to.id_study ?? '');
    if (!to.id_study || !to.project || !to.id_patient || !to.type || !own) return null;
    return studyPath(page as StudyPage, {
      study_id: to.id_study,
      study_date: to.date ?? (isAlias(to.id_study) ? '' : dashedDate(own.date)),
      patient_id: to.id_patient,
      patient_id_show: to.id_patient_show ?? '',
      data_type: to.type,
      project: to.project,
      ...(to.study_instance_id ? { study_instance_id: to.study_instance_id } : {}),
      ...(to.image ? { image: to.image } : {}),
      ...(to.measurement ? { measurement: to.measurement } : {}),
      ...(to.from === 'studies' ? { studies: true } : {}),
      ...(to.editor ? { editor: to.editor } : {}),
      ...(to.blind ? { blind: true } : {}),
      ...(to.db_status === 'validated' ? { validated: true } : {}),
    });
  }
  return (CLIENT_ROUTES as readonly string[]).includes(`/${page}`) ? `/${page}` : null;
}
