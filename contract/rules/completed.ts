import { counted } from './counted.ts';
import type { RoleName } from '../records/role.ts';
import type { StudyRow } from '../records/study.ts';

/** Project whose enrollment studies are hidden too (docs/specification.md#platform-5). */
export const ARC_PROJECT = 'fedoc-arc';
/** Type of studies that are made when a person is enrolled. */
export const ENROLLMENT = 'Enrollment';
/** Step of a finished review in a team review. */
export const FINISHED_STEP = 2;

/** Text about validators for non-reviewers: '1 reviewer', 'N reviewers', or nothing. */
export const reviewerCountText = (count: number): string[] => (count === 0 ? [] : [counted(count, 'reviewer')]);

/** Who looks at the list. */
interface Looking {
  role: RoleName | null;
  email: string;
}

/** A person's reviews are complete: for a Reviewer their own (docs/contracts.md#reviews), for the others any reviewer's. */
function isCompleted({ validated_by: validatedBy, review }: Pick<StudyRow, 'validated_by' | 'review'>, { role, email }: Looking): boolean {
  if (!Array.isArray(validatedBy)) return validatedBy >= FINISHED_STEP;
  // A review that a consensus replaced is done: the consensus validates the work.
  if (role === 'Reviewer')
    return validatedBy.includes(email) || (validatedBy.length > 0 && review?.settled === true && !review.changed_since);
  // Administrators read the ids that Reviewers do.
  return role === 'Admin' ? validatedBy.length > 0 : (validatedBy[0]?.includes('reviewer') ?? false);
}

/** True for rows the switch 'Hide completed studies' leaves out (docs/specification.md#platform-5). */
export function isHiddenAsCompleted(
  row: Pick<StudyRow, 'validated_by' | 'study_type' | 'status' | 'review'>,
  project: string,
  looking: Looking,
): boolean {
  if (isCompleted(row, looking)) return true;
  if (project !== ARC_PROJECT) return false;
  const notForReview = row.study_type === null || row.study_type === '' || row.study_type === ENROLLMENT;
  return notForReview || (row.status.selected && row.status.qc === true);
}
