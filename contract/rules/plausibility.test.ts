import { describe, expect, it } from 'vitest';
import type { AnalysisImage, Line, LinePoint, Measurement } from '../generated/analysis-image.ts';
import { type Examined, oddities } from './plausibility.ts';

const point = (type: string, x: number, y = 10): LinePoint => ({
  id: type,
  x,
  y,
  type,
  forced_to_zero: false,
  locked: false,
  on_onset: false,
  same_as_start: false,
  same_as_end: false,
  show_label_in_image: false,
  abbreviation: null,
});
const line = (name: string, points: LinePoint[]): Line => ({
  name,
  finished: true,
  shape: 'curve',
  pattern: 'normal',
  frame_number: null,
  points,
});
const size = (name: string, cardiac_event: string, value: (number | null)[], part: Partial<Measurement> = {}): Measurement => ({
  name,
  type: 'volume',
  formula: 'simpson',
  line: 'LV endo',
  anatomy: 'LV',
  cardiac_event,
  value,
  ...part,
});
const metadata = {
  flow_region: { region_location_min_x: 0, region_location_max_x: 100, region_location_min_y: 0, region_location_max_y: 80 },
} as AnalysisImage['metadata'];
const examined = (part: Partial<Examined>): Examined => ({
  image: { modality: '2D', segmentation: [], metadata, correct_aliasing: null },
  measurements: [],
  heartRate: null,
  ...part,
});
const texts = (part: Partial<Examined>, rules = {}): string[] => oddities(examined(part), rules).map(({ text }) => text);

describe('plausibility rules', () => {
  it('want the size at end systole below that at end diastole, cycle by cycle', () => {
    const measurements = [size('LV EDV', 'end_diastole', [100, 90, 80]), size('LV ESV', 'end_systole', [40, 90, null])];
    expect(texts({ measurements })).toEqual(['Cycle 2: LV ESV is not below LV EDV.']);
    expect(texts({ measurements }, { systole_below_diastole: false })).toEqual([]);
    const atrium = measurements.map((one) => ({ ...one, anatomy: 'LA' }));
    expect(texts({ measurements: atrium })).toEqual([]);
  });

  it('want E before A', () => {
    const image = {
      modality: 'PW Doppler' as const,
      metadata,
      correct_aliasing: null,
      segmentation: [
        { lines: [line('flow', [point('E', 20), point('A', 40)])] },
        { lines: [line('flow', [point('E', 60), point('A', 55)])] },
      ],
    };
    expect(texts({ image })).toEqual(['Cycle 2: E does not come before A on flow.']);
    expect(texts({ image }, { e_before_a: false })).toEqual([]);
  });

  it('want lines inside the sector', () => {
    const segmentation = [{ end_diastole: { lines: [line('LV endo', [point('a', 100, 80), point('b', 50, 80.5)])] } }];
    const image = { modality: '2D' as const, metadata, segmentation, correct_aliasing: null };
    expect(texts({ image })).toEqual(['Cycle 1: LV endo leaves the calibrated region.']);
    expect(texts({ image: { ...image, metadata: null } })).toEqual([]);
  });

  it('want aliased lines inside the rows that the correction adds', () => {
    const strip = (y: number, correct_aliasing: AnalysisImage['correct_aliasing']) => ({
      modality: 'PW Doppler' as const,
      metadata,
      segmentation: [{ lines: [line('flow', [point('S', 50, y)])] }],
      correct_aliasing,
    });
    expect(texts({ image: strip(100, { up: 20, down: 0 }) })).toEqual([]);
    expect(texts({ image: strip(-20, { up: 0, down: 20 }) })).toEqual([]);
    expect(texts({ image: strip(101, { up: 20, down: 0 }) })).toEqual(['Cycle 1: flow leaves the calibrated region.']);
    expect(texts({ image: strip(-1, { up: 20, down: -2 }) })).toEqual(['Cycle 1: flow leaves the calibrated region.']);
  });

  it('hold the length of a beat against the heart rate of the file', () => {
    const measurements: Measurement[] = [{ name: 'Cycle length', type: 'Cycle length', units: 'ms', value: [800, 960, 1000] }];
    // 75 bpm is 800 ms; 960 ms is just 20 % longer.
    expect(texts({ measurements, heartRate: 75 })).toEqual(['Cycle 3: a beat of 60 bpm, where the file names 75 bpm.']);
    expect(texts({ measurements, heartRate: null })).toEqual([]);
    expect(texts({ measurements, heartRate: 75 }, { beat_deviation_pct: null })).toEqual([]);
  });

  it('want an EF of 5 to 90 %, or what the project names', () => {
    const measurements: Measurement[] = [{ name: 'EF', type: 'EF', units: '%', value: [5, 4.9, 90, 90.1, null] }];
    expect(texts({ measurements })).toEqual([
      'Cycle 2: EF of 4.9 % is not between 5 and 90 %.',
      'Cycle 4: EF of 90.1 % is not between 5 and 90 %.',
    ]);
    expect(texts({ measurements }, { ejection_fraction_pct: [0, 100] })).toEqual([]);
  });
});
