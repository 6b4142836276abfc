import { describe, expect, it } from 'vitest';
import { AGREEMENT_FORMAT, type AgreementReport } from '../records/agreement.ts';
import { variabilityOf, type VariabilitySources } from './variability.ts';

const MADE = 1_700_000_000_000;
const NONE = { value: null, low: null, high: null, reason: 'too-few-subjects' };

/** A report of one measurement with these differences, and perhaps an alarm at a case. */
function reportOf(differences: readonly number[], alarm: number | null = null): AgreementReport {
  const steady = { score: 0, ewma: 0, ewma_limit: 1, cusum_above: 0, cusum_below: 0, cusum_limit: 5 };
  return {
    format: AGREEMENT_FORMAT,
    date: MADE,
    engine_version: '1',
    readers: [],
    studies: differences.length,
    images: differences.length,
    labelled_differently: 0,
    values: [
      {
        name: 'EF',
        image_type: '4-chamber 2D',
        units: '%',
        n: differences.length,
        left_out: 0,
        bias: NONE,
        sd: null,
        lower: NONE,
        upper: NONE,
        icc: NONE,
        icc_n: differences.length,
        points: differences.map((difference, n) => ({
          study_id: `${n}_20260101`,
          patient_show: 'A01',
          instance_id: `1.${n}`,
          mean: 50,
          difference,
          read_at: MADE + n,
        })),
        over_time: {
          points: differences.map(() => steady),
          alarm: alarm === null ? null : { at: alarm, since: alarm, chart: 'ewma', deviation: 'above' },
          reason: null,
        },
      },
    ],
    lines: [],
    events: [],
  };
}

/** Mean 0, and a sum of squares of 12: ±1 twelve times. */
const TWELVE = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? 1 : -1));
const certificate = {
  image_type: '4-chamber 2D',
  // Limits of agreement of bias 1 and standard deviation 3.
  values: [{ name: 'EF', units: '%', n: 20, bias: 1, lower: 1 - 1.96 * 3, upper: 1 + 1.96 * 3, icc: null }],
  issued_at: MADE,
};
const of = (more: Partial<VariabilitySources>) => variabilityOf({ reports: [], certificates: [], seen: 'cases', showsBias: true, ...more });

describe('the variability of a reader', () => {
  it('is mean and standard deviation of the differences from a standard', () => {
    const [found] = of({ reports: [{ standard: 'consensus', report: reportOf(TWELVE) }] });
    expect(found).toMatchObject({ name: 'EF', n: 12, bias: 0, standard: 'consensus', certified: false, since: MADE });
    expect(found?.sd).toBeCloseTo(Math.sqrt(12 / 11), 10);
  });

  it('is by a certificate first, then by gold cases, a consensus and others', () => {
    const reports = (['gold', 'others'] as const).map((standard) => ({ standard, report: reportOf(TWELVE) }));
    const [found, ...more] = of({ reports, certificates: [certificate] });
    expect(found).toMatchObject({ n: 20, bias: 1, certified: true, standard: 'gold' });
    expect(found?.sd).toBeCloseTo(3, 10);
    expect(more).toEqual([]);
    expect(of({ reports })[0]?.standard).toBe('gold');
  });

  it('is unknown of fewer than ten cases, without any spread, and of a reader who drifts', () => {
    expect(of({ reports: [{ standard: 'gold', report: reportOf(TWELVE.slice(0, 9)) }] })).toEqual([]);
    expect(of({ reports: [{ standard: 'gold', report: reportOf(TWELVE.map(() => 1)) }] })).toEqual([]);
    expect(of({ reports: [{ standard: 'gold', report: reportOf(TWELVE, 11) }], certificates: [certificate] })).toEqual([]);
  });

  it('keeps a certificate that was issued after the drift', () => {
    const later = { ...certificate, issued_at: MADE + 100 };
    expect(of({ reports: [{ standard: 'gold', report: reportOf(TWELVE, 11) }], certificates: [later] })).toHaveLength(1);
  });

  it('is of whole groups of five cases for the reader, so that no single case shows', () => {
    const [found] = of({ reports: [{ standard: 'gold', report: reportOf([...TWELVE, 50]) }], seen: 'groups' });
    expect(found?.n).toBe(10);
    expect(found?.sd).toBeCloseTo(Math.sqrt(10 / 9), 10);
    // The alarm of the thirteenth case shows with the fifteenth.
    expect(of({ reports: [{ standard: 'gold', report: reportOf([...TWELVE, 50], 12) }], seen: 'groups' })).toHaveLength(1);
  });

  it('is by certificates only for viewers who see no comparisons, and without bias for blind readers', () => {
    const reports = [{ standard: 'gold', report: reportOf(TWELVE) }] as const;
    expect(of({ reports, seen: 'none' })).toEqual([]);
    expect(of({ reports, certificates: [certificate], seen: 'none' })).toHaveLength(1);
    expect(of({ reports, showsBias: false })[0]?.bias).toBeNull();
  });
});
