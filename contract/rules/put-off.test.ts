import { expect, it } from 'vitest';
import { MAX_PUT_OFF, type PutOff } from '../records/user-settings.ts';
import { isPutOff, putOff, type PutOffStudy, takeBack } from './put-off.ts';

/** An hour before a month ends in UTC, of a year without a 29 February. */
const LATE = Date.UTC(2027, 1, 28, 23);
const HOUR_MS = 60 * 60 * 1000;
const study = (study_id: string, role: PutOff['role'] = 'Editor'): PutOffStudy => ({ role, project: 'alpha', study_id });

it('a study is put off until the next day in UTC, across the end of a month', () => {
  const all = putOff([], study('1_20260102'), LATE);
  expect(all).toEqual([{ role: 'Editor', project: 'alpha', study_id: '1_20260102', until: '2027-03-01' }]);
  expect(isPutOff(all, study('1_20260102'), LATE)).toBe(true);
  expect(isPutOff(all, study('1_20260102'), LATE + HOUR_MS)).toBe(false);
});

it('of another study, and in another role, nothing is put off', () => {
  const all = putOff([], study('1_20260102'), LATE);
  expect(isPutOff(all, study('2_20260102'), LATE)).toBe(false);
  expect(isPutOff(all, { ...study('1_20260102'), project: 'beta' }, LATE)).toBe(false);
  expect(isPutOff(all, study('1_20260102', 'Ground-truth generator'), LATE)).toBe(false);
});

it('a study that is put off can be taken back, is listed once, and goes when its day has come', () => {
  const twice = putOff(putOff([], study('1_20260102'), LATE), study('1_20260102'), LATE);
  expect(twice).toHaveLength(1);
  expect(takeBack(twice, study('1_20260102'), LATE)).toEqual([]);
  expect(putOff(twice, study('2_20260102'), LATE + HOUR_MS)).toEqual([{ ...study('2_20260102'), until: '2027-03-02' }]);
});

it('more studies than the limit are not stored: the first ones come back', () => {
  let all: PutOff[] = [];
  for (let n = 1; n <= MAX_PUT_OFF + 2; n++) all = putOff(all, study(`${n}_20260102`), LATE);
  expect(all).toHaveLength(MAX_PUT_OFF);
  expect(all[0]?.study_id).toBe('3_20260102');
});
