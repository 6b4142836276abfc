import type { TeamReviewStudy } from '@echometry/contract/records/project-files.ts';
import type { StudyLink } from '../../lib/study-link.ts';

/**
 * Address of a study that waits, at one of its images. It names no person: the server knows which review speaks for the study.
 */
export const linkOf = (study: TeamReviewStudy, project: string, image?: string): StudyLink => ({
  study_id: study.study_id,
  study_date: study.date,
  patient_id: study.patient,
  patient_id_show: study.patient_show,
  data_type: study.data_type,
  project,
  ...(image === undefined ? {} : { image }),
});
