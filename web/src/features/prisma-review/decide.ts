/** Decisions of a team about a study, and their reversal. */
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { MEDICAL_DATA_TYPE } from '@echometry/contract/records/data-type.ts';
import type { TeamReviewStudy } from '@echometry/contract/records/project-files.ts';
import { splitStudyId } from '@echometry/contract/rules/study-id.ts';
import { call } from '../../lib/api.ts';
import { projectOf } from '../../lib/session.ts';

export const OUTCOMES = ['back', 'exclude', 'include', 'pending'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Decision {
  study: TeamReviewStudy;
  outcome: Outcome;
}

const STATES = { exclude: 'Not valid', include: 'Suboptimal', pending: 'Consensus pending' } as const;

export async function decide(project: string, { study, outcome }: Decision): Promise<void> {
  const db_name = projectOf(project)?.db_name ?? '';
  // The study is named and no person in it: an outcome settles all of its reviews.
  const named = { id: study.study_id, db_name, medical_data_type: MEDICAL_DATA_TYPE } as const;
  if (outcome === 'back') await call(CALLS.reviewsValidatedToCheck, named);
  else await call(CALLS.reviewsUpdateState, { ...named, new_state: STATES[outcome] });
}

/** An outcome can be taken back; what went back for changes is the reviewer's again. */
export const canUndo = ({ outcome }: Decision): boolean => outcome !== 'back';

export async function undo({ study }: Decision): Promise<void> {
  await call(CALLS.deleteTeamReview, { patient: study.patient, date: splitStudyId(study.study_id)?.date ?? '' });
}
