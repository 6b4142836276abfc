import type { CourseCase } from '@echometry/contract/records/course.ts';

/** The next case of a reader that is left to read or has feedback to show, after a place. */
export function nextCase(cases: readonly CourseCase[], position: number): CourseCase | null {
  const open = cases.filter(({ feedback_at }) => feedback_at === null);
  return open.find((one) => one.position > position) ?? open.find((one) => one.position !== position) ?? null;
}
