import { describe, expect, it } from 'vitest';
import type { AnalysisImage, CardiacEvents, Line, Measurement } from '../generated/analysis-image.ts';
import { pairedCycles, pairedEvents, pairedLines, pairedValues } from './agreement-pairs.ts';
import { blankImage } from './blank-image.ts';

const image = (part: Partial<AnalysisImage>): AnalysisImage => ({
  ...blankImage({ instance_id: '1', filename: '1.dcm', active: true, metadata: null }, 'fetal'),
  modality: '2D',
  ...part,
});
const strip = (...onsets: [number, number][]): AnalysisImage =>
  image({
    modality: 'PW Doppler',
    cardiac_events: onsets.map(([onset_start, onset_end], n): CardiacEvents => ({ id: `c${n}`, onset_start, onset_end })),
  });
const line = (name: string, part: Partial<Line> = {}): Line => ({
  name,
  finished: true,
  shape: 'endo-epi',
  pattern: 'normal',
  frame_number: 1,
  points: [],
  ...part,
});

describe('the same beat of two readers', () => {
  it('is found by where it begins, not by its number', () => {
    expect(pairedCycles(strip([100, 200], [200, 300], [300, 400]), strip([205, 300], [296, 400]))).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });

  it('is none where cycles begin half a beat apart or more, or where a reader excluded it', () => {
    expect(pairedCycles(strip([100, 200]), strip([150, 250]))).toEqual([]);
    expect(pairedCycles(strip([100, 200]), strip([149, 250]))).toEqual([[0, 0]]);
    const excluded = strip([100, 200]);
    expect(
      pairedCycles(
        image({ ...excluded, cardiac_events: excluded.cardiac_events.map((cycle) => ({ ...cycle, excluded: { reason: 'ectopic' } })) }),
        strip([100, 200]),
      ),
    ).toEqual([]);
  });

  it('is by the distance to the next beat where a clip marks no end', () => {
    const clip = (...frames: number[]) => image({ cardiac_events: frames.map((end_diastole, n) => ({ id: `c${n}`, end_diastole })) });
    expect(pairedCycles(clip(10, 40, 70), clip(42, 68))).toEqual([
      [1, 0],
      [2, 1],
    ]);
    expect(pairedCycles(clip(10, 40), clip(56))).toEqual([]);
  });

  it('is the first on still planes', () => {
    const still = image({ segmentation: [{ lines: [line('HC')] }] });
    expect(pairedCycles(still, still)).toEqual([[0, 0]]);
    expect(pairedCycles(still, image({}))).toEqual([]);
  });
});

describe('pairs of two readers', () => {
  it('are finished lines of one name and event', () => {
    const of = (...lines: Line[]) => image({ cardiac_events: [{ id: 'c', end_diastole: 3 }], segmentation: [{ end_diastole: { lines } }] });
    const found = pairedLines(of(line('LV endo'), line('LA', { finished: false })), of(line('LA'), line('LV endo')), {
      interpolationOf: () => 'pchip',
      pixel_size_mm: [0.3, 0.3],
    });
    expect(found.map(({ name, event }) => [name, event])).toEqual([['LV endo', 'end_diastole']]);
    expect(
      pairedLines(image({ modality: 'M-Mode' }), image({ modality: 'M-Mode' }), { interpolationOf: () => 'linear', pixel_size_mm: null }),
    ).toEqual([]);
  });

  it('report an unknown line as not comparable', () => {
    const of = (...lines: Line[]) => image({ segmentation: [{ lines }] });
    const [found] = pairedLines(of(line('old')), of(line('old')), { interpolationOf: () => null, pixel_size_mm: null });
    expect(found).toEqual({ name: 'old', event: null, pair: null });
  });

  it('name a mark that only one reader set', () => {
    const first = image({ cardiac_events: [{ id: 'c', end_diastole: 3, end_systole: 12 }] });
    const second = image({ cardiac_events: [{ id: 'd', end_diastole: 4, end_systole: false }] });
    expect(pairedEvents(first, second)).toEqual([
      { event: 'end_diastole', cycle: 0, pair: { first: 3, second: 4 } },
      { event: 'end_systole', cycle: 0, pair: { first: 12, second: null } },
    ]);
  });

  it('keep the unit of each value, so that different ones are not compared', () => {
    const of = (...measurements: Partial<Measurement>[]) =>
      image({ measurements: measurements.map((part) => ({ name: 'EF', type: 'EF', value: [], ...part })) });
    expect(pairedValues(of({ aggregate: 60, units: '%' }), of({ aggregate: 0.6, units: '' }, { name: 'none' }))).toEqual([
      { name: 'EF', units: '%', pair: { first: 60, second: 0.6, first_unit: '%', second_unit: '' } },
    ]);
    expect(pairedValues(of({ aggregate: 60, units: '%' }), of())).toEqual([
      { name: 'EF', units: '%', pair: { first: 60, second: null, first_unit: '%', second_unit: '%' } },
    ]);
  });
});
