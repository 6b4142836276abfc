import { expect, it } from 'vitest';
import type { CourseCase } from '@echometry/contract/records/course.ts';
import { nextCase } from './next-case.ts';

const one = (position: number, feedback_at: number | null): CourseCase => ({
  position,
  study_id: `${position}_20260102`,
  patient: position,
  patient_show: `C0${position}`,
  date: '2026-01-02',
  data_type: 'adult',
  state: 'done',
  feedback_at,
});

it('the next case is the first later one without feedback, then an earlier one without', () => {
  const cases = [one(1, null), one(2, 5), one(3, 5), one(4, null)];
  expect(nextCase(cases, 2)?.position).toBe(4);
  expect(nextCase(cases, 4)?.position).toBe(1);
  expect(nextCase([one(1, 5), one(2, 5)], 2)).toBeNull();
});
