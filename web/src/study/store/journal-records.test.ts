import { describe, expect, it } from 'vitest';
import { gestureFromFormat1, headFromFormat1, keptWork, unassignedName, workName, type WorkKey } from './journal-records.ts';

const work: WorkKey = { user: 'anna@site', role: 'Editor', study: '7_20261118', editor: null, reviewer: null };

describe('names of works', () => {
  it('differ by user, role, study, editor and reviewer', () => {
    const others: WorkKey[] = [
      { ...work, user: 'ben@site' },
      { ...work, role: 'Ground-truth generator' },
      { ...work, study: '8_20261118' },
      { ...work, editor: 'ben@site' },
      { ...work, reviewer: 'anna@site' },
    ];
    const names = [work, ...others].map(workName);
    expect(new Set(names).size).toBe(names.length);
  });

  it('of format 1 are the name of no role', () => {
    expect(unassignedName(work.user, work.study)).not.toBe(workName(work));
  });
});

describe('records of format 1', () => {
  it('keep what was changed, under the name of a work whose role is not known', () => {
    const gesture = gestureFromFormat1({ at: 3, images: {}, missing_images: ['A4C'], user: 'anna@site', study: '7_20261118', seq: 12 });
    expect(gesture).toEqual({
      at: 3,
      images: {},
      missing_images: ['A4C'],
      user: 'anna@site',
      seq: 12,
      work: unassignedName('anna@site', '7_20261118'),
    });
  });

  it('keep the version they build on', () => {
    expect(headFromFormat1({ key: JSON.stringify(['anna@site', '7_20261118']), base_version: 4 })).toEqual({
      key: unassignedName('anna@site', '7_20261118'),
      base_version: 4,
    });
  });
});

describe('work that is kept here', () => {
  const gesture = (of: WorkKey, at: number, ...images: string[]) => ({
    at,
    work: workName(of),
    user: of.user,
    images: Object.fromEntries(images.map((id) => [id, { before: null, after: null }])),
    missing_images: [],
  });

  it('is summed by study and role, the latest first', () => {
    const blind: WorkKey = { ...work, role: 'Ground-truth generator' };
    expect(keptWork([gesture(work, 10, '1', '2'), gesture(blind, 30, '1'), gesture(work, 20, '2')])).toEqual([
      { study: work.study, role: 'Ground-truth generator', changes: 1, images: 1, last: 30 },
      { study: work.study, role: 'Editor', changes: 2, images: 2, last: 20 },
    ]);
  });
});
