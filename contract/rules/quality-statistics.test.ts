import { describe, expect, it } from 'vitest';
import type { AssessedImage } from '../records/statistics.ts';
import { ageRangeFault, dateRangeFault, NO_QUALITY_FILTER, qualityStatistics, shownPercent } from './quality-statistics.ts';

const DAY = 86_400_000;
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const general = (value: string | null) => [{ name: 'General', items: [{ name: 'Optimal', options: ['Yes', 'No', 'N/A'], value }] }];
const assessed = (part: Partial<AssessedImage>): AssessedImage => ({
  study_id: '1_20260101',
  image_type: 'A4C',
  assessed_at: at('2026-03-10'),
  gestational_age_days: 150,
  accepted: null,
  sections: [],
  ...part,
});

describe('statistics of image quality', () => {
  it('count acceptance by complete and by quick assessments apart', () => {
    const { general: all, image_types } = qualityStatistics([
      assessed({ sections: general('Yes') }),
      assessed({ sections: general('Yes'), study_id: '2_20260101' }),
      assessed({ sections: general('No'), accepted: 'no' }),
      assessed({ accepted: 'yes', image_type: 'Femur' }),
      assessed({ accepted: 'yes' }),
    ]);
    expect(all).toEqual({ total_studies: 2, average_acceptance: (2 / 3) * 100, quick_total: 3, quick_acceptance: (2 / 3) * 100 });
    expect(
      image_types.map(({ image_type, total, accepted, quick_total, quick_accepted }) => [
        image_type,
        total,
        accepted,
        quick_total,
        quick_accepted,
      ]),
    ).toEqual([
      ['A4C', 3, 2, 2, 1],
      ['Femur', 0, 0, 1, 1],
    ]);
  });

  it('distribute the options of each question, including unchosen options and open questions', () => {
    const [type] = qualityStatistics([assessed({ sections: general('Yes') }), assessed({ sections: general(null) })]).image_types;
    expect(type?.sections).toEqual([
      {
        name: 'General',
        items: [
          {
            name: 'Optimal',
            counts: [
              { option: 'Yes', count: 1 },
              { option: 'No', count: 0 },
              { option: 'N/A', count: 0 },
              { option: null, count: 1 },
            ],
          },
        ],
      },
    ]);
  });

  it('take the whole last day and no more of it', () => {
    const images = [-1, 0, DAY - 1, DAY].map((ms) => assessed({ accepted: 'yes', assessed_at: at('2026-03-10') + ms }));
    const counted = (from: string | null, to: string | null) =>
      qualityStatistics(images, { ...NO_QUALITY_FILTER, from, to }).general.quick_total;
    expect([
      counted(null, '2026-03-10'),
      counted('2026-03-10', '2026-03-10'),
      counted('2026-03-11', null),
      counted('2026-03-12', null),
    ]).toEqual([3, 2, 1, 0]);
  });

  it('take both ends of the gestational ages, and ages that are not known only without a filter', () => {
    const images = [139, 140, 280, 281, null].map((age) => assessed({ accepted: 'no', gestational_age_days: age }));
    const counted = (ga_from: number | null, ga_to: number | null) =>
      qualityStatistics(images, { ...NO_QUALITY_FILTER, ga_from, ga_to }).general.quick_total;
    expect([counted(140, 280), counted(140, null), counted(null, 280), counted(null, null)]).toEqual([2, 3, 3, 5]);
  });

  it('refuse a last day in the future, and ends that are the wrong way round', () => {
    expect(dateRangeFault({ from: null, to: '2026-03-11' }, '2026-03-10')).toBe('The last day is in the future.');
    expect(dateRangeFault({ from: '2026-03-10', to: '2026-03-09' }, '2026-03-10')).toBe('The first day lies after the last.');
    expect(dateRangeFault({ from: '2026-03-11', to: null }, '2026-03-10')).toBe('The first day lies after the last.');
    expect(dateRangeFault({ from: '2026-03-10', to: '2026-03-10' }, '2026-03-10')).toBeNull();
    expect(ageRangeFault({ ga_from: 141, ga_to: 140 })).toBe('The lowest age is above the highest.');
    expect(ageRangeFault({ ga_from: 140, ga_to: 140 })).toBeNull();
  });

  it('show percentages with two decimals, and -- where there is none', () => {
    expect([shownPercent(200 / 3), shownPercent(100), shownPercent(null)]).toEqual(['66.67 %', '100.00 %', '--']);
    expect(qualityStatistics([]).general).toEqual({ total_studies: 0, average_acceptance: null, quick_total: 0, quick_acceptance: null });
  });
});
