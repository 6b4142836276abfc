/** Addresses of study pages (docs/specification.md#platform-2): everything a page needs to open is in its query. */
import type { DataType } from '@echometry/contract/records/data-type.ts';
import { DATA_TYPES } from '@echometry/contract/records/data-type.ts';

export interface StudyLink {
  study_id: string;
  /** Empty where the project hides it. */
  study_date: string;
  patient_id: number;
  patient_id_show: string;
  data_type: DataType;
  project: string;
  study_instance_id?: string;
  /** instance_id or filename of the image to begin with. */
  image?: string;
  /** Frame to begin with, from 1. */
  frame?: number;
  /** Measurement of the image whose explanation is open. */
  measurement?: string;
  /** True when coming from the studies list. */
  studies?: boolean;
  /** Author of the analysis, for roles that see more than one. */
  editor?: string;
  /** It is that person's blind work. */
  blind?: boolean;
  validated?: boolean;
}

/** The same work: a study, or one of several people's work on it. */
export const sameWork = (a: StudyLink, b: StudyLink): boolean =>
  a.study_id === b.study_id && a.project === b.project && a.editor === b.editor && (a.blind ?? false) === (b.blind ?? false);

/** Pages of one study. */
export type StudyPage =
  | 'preview'
  | 'selection'
  | 'overview'
  | 'reference'
  | 'cycletiming'
  | 'segmentation'
  | 'measurements'
  | 'validation'
  | 'feedback'
  | 'prisma-review';

export function studyPath(page: StudyPage, link: StudyLink): string {
  const query = new URLSearchParams({
    study_id: link.study_id,
    study_date: link.study_date,
    patient_id: String(link.patient_id),
    patient_id_show: link.patient_id_show,
    data_type: link.data_type,
    project: link.project,
  });
  if (link.study_instance_id) query.set('study_instance_id', link.study_instance_id);
  if (link.image) query.set('image', link.image);
  if (link.frame !== undefined) query.set('frame', String(link.frame));
  if (link.measurement) query.set('measurement', link.measurement);
  if (link.studies) query.set('studies', 'true');
  if (link.editor) query.set('editor', link.editor);
  if (link.blind) query.set('blind', 'true');
  if (link.validated) query.set('validated', 'true');
  return `/${page}?${query}`;
}

/** Reads a query string; null when it does not name a study. */
export function readStudyLink(search: string): StudyLink | null {
  const query = new URLSearchParams(search);
  const text = (name: string) => query.get(name) ?? '';
  const patientId = Number(text('patient_id'));
  const dataType = DATA_TYPES.find((type) => type === text('data_type'));
  if (!text('study_id') || !text('project') || !Number.isSafeInteger(patientId) || patientId < 1 || !dataType) return null;
  const image = text('image');
  const frame = /^[1-9][0-9]{0,4}$/.test(text('frame')) ? Number(text('frame')) : 0;
  const measurement = text('measurement');
  const instance = text('study_instance_id');
  return {
    study_id: text('study_id'),
    study_date: text('study_date'),
    patient_id: patientId,
    patient_id_show: text('patient_id_show'),
    data_type: dataType,
    project: text('project'),
    ...(instance ? { study_instance_id: instance } : {}),
    ...(image ? { image } : {}),
    ...(frame > 0 ? { frame } : {}),
    ...(measurement ? { measurement } : {}),
    ...(text('studies') === 'true' ? { studies: true } : {}),
    ...(text('editor') ? { editor: text('editor') } : {}),
    ...(text('blind') === 'true' ? { blind: true } : {}),
    ...(text('validated') === 'true' ? { validated: true } : {}),
  };
}
