import { describe, expect, it } from 'vitest';
import type { ReaderSummary } from '../records/reader-report.ts';
import { gatesRefusal, judgeGates, type StudyOfGates } from './gates.ts';

const study = (n: number, more: Partial<StudyOfGates> = {}): StudyOfGates => ({
  study_id: `${n}_20260101`,
  patient_show: `P${n}`,
  lacking: [],
  assessed: 0,
  good: 0,
  ...more,
});
const reader = (standard: ReaderSummary['standard'], ...measurements: Partial<ReaderSummary['measurements'][number]>[]): ReaderSummary => ({
  reader: 'ann@test',
  blind: true,
  standard,
  studies: 12,
  made_at: 0,
  measurements: measurements.map((one) => ({
    image_type: 'A4C',
    name: 'EF',
    units: '%',
    n: 12,
    bias: 0,
    sd: 1,
    icc: 0.9,
    state: 'steady',
    deviation: null,
    since: null,
    ...one,
  })),
});

describe('quality gates', () => {
  it('are met up to their limit, and fail beyond it', () => {
    // One of four studies lacks a view: 25 %. Three of four images are good: 75 %. Two issues are open.
    const studies = [study(1, { lacking: ['A4C'] }), study(2, { assessed: 4, good: 3 }), study(3), study(4)];
    const issues = [{ study_id: '3_20260101', patient_show: 'P3', open: 2 }];
    const at = (gates: Parameters<typeof judgeGates>[0]) =>
      judgeGates(gates, { studies, unread: [], issues, readers: [] }).map(({ state, value }) => [state, value]);
    expect(at({ views_pct: 25, quality_pct: 75, issues: 2 })).toEqual([
      ['met', 25],
      ['met', 75],
      ['met', 2],
    ]);
    expect(at({ views_pct: 24.9, quality_pct: 75.1, issues: 1 })).toEqual([
      ['failed', 25],
      ['failed', 75],
      ['failed', 2],
    ]);
  });

  it('lead to what fails', () => {
    const studies = [study(1, { lacking: ['A4C', 'A2C'] })];
    const open = [{ study_id: '2_20260101', patient_show: 'P2', open: 3 }];
    const [views, issues] = judgeGates({ views_pct: 0, issues: 0 }, { studies, unread: [], issues: open, readers: [] });
    expect(views?.failures).toEqual([{ what: 'P1: A4C, A2C', study_id: '1_20260101' }]);
    expect(issues?.failures).toEqual([{ what: 'P2: 3 open', study_id: '2_20260101' }]);
  });

  it('name twenty failures and count the others', () => {
    const studies = Array.from({ length: 23 }, (_, n) => study(n, { lacking: ['A4C'] }));
    const [views] = judgeGates({ views_pct: 0 }, { studies, unread: [], issues: [], readers: [] });
    expect(views?.failures).toHaveLength(20);
    expect(views?.further).toBe(3);
  });

  it('judge readers by the weightiest standard with enough cases', () => {
    const readers = [
      reader('others', { icc: 0.1 }),
      reader('gold', { n: 9, icc: 0.2 }),
      reader('consensus', { icc: 0.8 }, { name: 'EDV', icc: 0.7, state: 'alarm', deviation: 'below' }),
    ];
    const [agreement, drift] = judgeGates({ icc: 0.75, drift: true }, { studies: [], unread: [], issues: [], readers });
    expect(agreement).toMatchObject({ state: 'failed', value: 0.7, judged: 2, failures: [{ what: 'ann, blind, EDV, A4C: ICC 0.70' }] });
    expect(drift).toMatchObject({ state: 'failed', value: 1, failures: [{ what: 'ann, blind, EDV, A4C: lower' }] });
  });

  it('are unknown without anything to judge, and then not met', () => {
    const states = judgeGates(
      { views_pct: 10, quality_pct: 50, icc: 0.5, drift: true },
      { studies: [], unread: [], issues: [], readers: [] },
    );
    expect(states.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
    expect(gatesRefusal(states)).toContain('missing views (nothing to judge yet)');
    expect(gatesRefusal(judgeGates({ issues: 0 }, { studies: [], unread: [], issues: [], readers: [] }))).toBeNull();
  });

  it('that are absent are not judged', () => {
    expect(judgeGates({}, { studies: [study(1, { lacking: ['A4C'] })], unread: [], issues: [], readers: [] })).toEqual([]);
    expect(gatesRefusal([])).toBeNull();
  });
});
