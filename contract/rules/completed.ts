import { type StudyRow } from '../records/study.ts';

/** Project whose enrollment studies are hidden too (docs/specification.md#platform-5). */
const ARC_PROJECT = 'fedoc-arc';
const ENROLLMENT = 'Enrollment';

/** What non-reviewers read of who validated: '1 reviewer', 'N reviewers', or nothing. */
export const reviewerCountText = (count: number): string[] => (count === 0 ? [] : [count === 1 ? '1 reviewer' : `${count} reviewers`]);

/** True for rows the switch 'Hide completed studies' leaves out (docs/specification.md#platform-5). */
export function isHiddenAsCompleted(row: Pick<StudyRow, 'validated_by' | 'study_type' | 'status'>, project: string): boolean {
  const first = Array.isArray(row.validated_by) ? row.validated_by[0] : undefined;
  if (first?.includes('reviewer')) return true;
  if (project !== ARC_PROJECT) return false;
  const notForReview = row.study_type === null || row.study_type === '' || row.study_type === ENROLLMENT;
  return notForReview || (row.status.selected && row.status.qc === true);
}
