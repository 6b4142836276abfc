import { scaleBand, scaleLinear } from 'd3-scale';
import type { PlottedMeasurement, PlottedStudy, QualityOfType, StudiesOfMonth } from '@echometry/contract/records/statistics.ts';
import { across, circle, heights, HEIGHT, legend, line, MARGIN, picture, rect, text, WIDTH } from './svg.ts';

export const PICTURES = {
  studies_by_month: 'studies_by_month.svg',
  quality_by_type: 'quality_by_type.svg',
  values_by_age: 'values_by_age.svg',
} as const;

const COLOURS = { ok: '#2f8f5f', blue: '#3f7fb8', grey: '#868d97', bad: '#c0392b', amber: '#b07a12' } as const;
const DAYS_A_WEEK = 7;
const DAYS_A_YEAR = 365.25;
/** Names under bars that fit next to each other. */
const MAX_NAMES = 12;

interface Bar {
  name: string;
  /** From the bottom up. */
  parts: readonly (readonly [count: number, colour: string])[];
}

function bars(title: string, colours: readonly (readonly [string, string])[], all: readonly Bar[]): string {
  const total = ({ parts }: Bar): number => parts.reduce((sum, [count]) => sum + count, 0);
  const x = scaleBand(
    all.map(({ name }) => name),
    [MARGIN.left, WIDTH - MARGIN.right],
  ).padding(0.25);
  const y = heights(0, Math.max(1, ...all.map(total)));
  const every = Math.ceil(all.length / MAX_NAMES);
  const drawn = all.map((bar, index) => {
    const left = x(bar.name) ?? 0;
    let below = 0;
    const parts = bar.parts.map(([count, colour]) => {
      const part = rect(left, y(below + count), x.bandwidth(), y(below) - y(below + count), colour);
      below += count;
      return part;
    });
    const name = index % every === 0 ? text(left + x.bandwidth() / 2, HEIGHT - MARGIN.bottom + 18, bar.name, 'middle') : '';
    return parts.join('') + name;
  });
  return picture(title, [across(y), legend(colours), ...drawn]);
}

export const monthsPicture = (months: readonly StudiesOfMonth[]): string =>
  bars(
    'Studies by month of their last save',
    [
      ['validated', COLOURS.ok],
      ['measured', COLOURS.blue],
      ['in work', COLOURS.grey],
    ],
    months.map(({ month, validated, measured, in_work }) => ({
      name: month,
      parts: [
        [validated, COLOURS.ok],
        [measured, COLOURS.blue],
        [in_work, COLOURS.grey],
      ],
    })),
  );

export const qualityPicture = (types: readonly QualityOfType[]): string =>
  bars(
    'Assessed images by type',
    [
      ['accepted', COLOURS.ok],
      ['refused', COLOURS.bad],
      ['undecided', COLOURS.grey],
    ],
    types.map(({ image_type, accepted, refused, undecided }) => ({
      name: image_type,
      parts: [
        [accepted, COLOURS.ok],
        [refused, COLOURS.bad],
        [undecided, COLOURS.grey],
      ],
    })),
  );

/** The measurement that most studies of known age have, against that age. */
export function valuesPicture(studies: readonly PlottedStudy[], measurements: readonly PlottedMeasurement[]): string {
  const aged = measurements.map((measurement) => ({
    ...measurement,
    points: measurement.points.flatMap((point) => {
      const days = studies[point.study]?.age_days ?? null;
      return days === null ? [] : [{ ...point, days }];
    }),
  }));
  const [most] = aged.toSorted((a, b) => b.points.length - a.points.length);
  if (most === undefined || most.points.length === 0) return picture('No values of studies of known age', []);
  const unit = most.data_type === 'fetal' ? DAYS_A_WEEK : DAYS_A_YEAR;
  const ages = most.points.map(({ days }) => days / unit);
  const span = [Math.min(...ages), Math.max(...ages)] as const;
  const x = scaleLinear(span[0] === span[1] ? [span[0] - 1, span[1] + 1] : span, [MARGIN.left, WIDTH - MARGIN.right]).nice();
  const values = most.points.map(({ value }) => value);
  const y = heights(Math.min(...values), Math.max(...values));
  const floor = HEIGHT - MARGIN.bottom;
  return picture(`${most.name}${most.units === '' ? '' : ` (${most.units})`}, ${most.image_type}`, [
    across(y),
    ...x.ticks().map((tick) => line(x(tick), floor, x(tick), floor + 4, COLOURS.grey) + text(x(tick), floor + 18, String(tick), 'middle')),
    text(
      (MARGIN.left + WIDTH - MARGIN.right) / 2,
      HEIGHT - 10,
      most.data_type === 'fetal' ? 'gestational age, weeks' : 'age, years',
      'middle',
    ),
    ...most.points.map(({ days, value, state, outlier }) =>
      circle(x(days / unit), y(value), outlier ? COLOURS.bad : state === 'out_of_range' ? COLOURS.amber : COLOURS.blue),
    ),
  ]);
}
