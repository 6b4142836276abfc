import { describe, expect, it } from 'vitest';
import type { AgreementCase } from '../records/agreement.ts';
import { driftSources, largestReasons } from './drift-sources.ts';

let next = 0;
const caseOf = (mm: number, frames: number, area = 0): AgreementCase => ({
  study_id: `${(next += 1)}_20260101`,
  instance_id: '1',
  image_type: 'A4C',
  lines: [{ line: 'LV', event: 'end_systole', mean_distance: mm, area_difference: area }],
  marks: [{ event: 'end_systole', steps: frames, unit: 'frame', ms: null }],
});

describe('the largest reason of a case', () => {
  it('is what lies farthest from its mean in standard deviations', () => {
    // Distances 1, 1, 1, 5: mean 2, SD 2. Frames 0, 4, 0, 0: mean 1, SD 2. Both stand out by 1.5.
    const cases = [caseOf(1, 0), caseOf(1, 4), caseOf(1, 0), caseOf(5, 0)];
    const found = largestReasons(cases);
    expect([...found.keys()]).toEqual([cases[1], cases[3]]);
    expect(found.get(cases[1]!)).toMatchObject({ kind: 'mark', name: 'end_systole', value: 4, unit: 'frame' });
    expect(found.get(cases[3]!)).toMatchObject({ kind: 'line', name: 'LV', event: 'end_systole', value: 5, unit: 'mm' });
  });

  it('is not named where every case is alike, or where there are too few', () => {
    expect(largestReasons([caseOf(1, 1), caseOf(1, 1), caseOf(1, 1)]).size).toBe(0);
    expect(largestReasons([caseOf(1, 0), caseOf(9, 0)]).size).toBe(0);
  });
});

describe('what a drift comes from', () => {
  it('is what changed between the cases before and since, with the change of its mean', () => {
    const before = [caseOf(1, 0, -10), caseOf(1.2, 1, 10), caseOf(0.8, -1, 0)];
    const since = [caseOf(3, 0, -300), caseOf(3.2, 1, -320), caseOf(2.8, -1, -280)];
    const [source, ...more] = driftSources(before, since);
    expect(more).toEqual([]);
    expect(source).toMatchObject({ kind: 'line', name: 'LV', unit: 'mm' });
    expect(source?.value).toBeCloseTo(2, 12);
    expect(source?.area).toBeCloseTo(-300, 12);
  });

  it('is unknown where there are too few cases on a side', () => {
    expect(driftSources([caseOf(1, 0), caseOf(1, 0)], [caseOf(3, 0), caseOf(3, 0), caseOf(3, 0)])).toEqual([]);
  });
});
