import { describe, expect, it } from 'vitest';
import type { Variability } from '@echometry/contract/records/variability.ts';
import type { Measurement } from '@echometry/contract/generated/analysis-image.ts';
import { readerOf, uncertaintyOf } from './uncertainty.ts';

const MANY = 1_000_000;
const variability = (image_type: string, name: string, units: string, sd: number): Variability => ({
  image_type,
  name,
  units,
  n: MANY,
  bias: 0,
  sd,
  standard: 'gold',
  certified: true,
  since: 0,
});
const value = (name: string, from: string, image_id: string, aggregate: number, more: Partial<Measurement> = {}) => ({
  name,
  from,
  image_id,
  units: more.units ?? 'cm/s',
  measurement: { name, type: 'velocity', value: [aggregate], aggregate, ...more } as Measurement,
});
/** A measurement computed from others, each by its name and image. */
const from = (...inputs: [string, string][]) =>
  ({ provenance: { inputs: inputs.map(([name, image]) => ({ name, image, value: [] })) } }) as unknown as Partial<Measurement>;

const early = value('E', 'Mitral inflow', '1', 80);
const tissue = value("E'", 'LV tissue Doppler septal', '2', 10);
const ratio = value("E/E'", 'LV tissue Doppler septal', '2', 8, { type: 'ratio', units: '', ...from(['E', '1'], ["E'", '2']) });
const all = [early, tissue, ratio];
const ofE = variability('Mitral inflow', 'E', 'cm/s', 4);
const ofTissue = variability('LV tissue Doppler septal', "E'", 'cm/s', 0.2);
const ofRatio = variability('LV tissue Doppler septal', "E/E'", '', 3);

describe('the uncertainty of a value of the report', () => {
  it('is by the variability of the same measurement, image type and unit', () => {
    const found = uncertaintyOf(early, all, [ofE], null);
    expect(found).toMatchObject({ measured: [ofE], isCombined: false });
    expect(typeof found === 'object' && found.interval.half).toBeCloseTo(1.96 * 4, 2);
    expect(uncertaintyOf(early, all, [{ ...ofE, image_type: 'Tricuspid inflow' }], null)).toBe('not-measured');
    expect(uncertaintyOf(early, all, [{ ...ofE, units: 'm/s' }], null)).toBe('not-measured');
  });

  it('is of a ratio of two images by its parts, even where it was compared itself', () => {
    const found = uncertaintyOf(ratio, all, [ofE, ofTissue, ofRatio], null);
    expect(found).toMatchObject({ measured: [ofE, ofTissue], isCombined: true });
    // 5 % and 2 % of the parts are 5.39 % of 8; half of the interval is hardly wider than 1.96 of it.
    expect(typeof found === 'object' && found.interval.half).toBeCloseTo(1.96 * 8 * Math.hypot(0.05, 0.02), 1);
    expect(uncertaintyOf(ratio, all, [ofE, ofRatio], null)).toBe('parts');
    expect(uncertaintyOf(ratio, all, [ofE, { ...ofTissue, sd: 9 }], null)).toBe('zero');
  });

  it('is of a ratio within one image only by its own variability: both parts are wrong together', () => {
    const within = value('E/A', 'Mitral inflow', '1', 1.2, { type: 'ratio', units: '', ...from(['E', '1'], ['A', '1']) });
    const parts = [ofE, variability('Mitral inflow', 'A', 'cm/s', 4)];
    expect(uncertaintyOf(within, [...all, within], parts, null)).toBe('not-measured');
    const own = variability('Mitral inflow', 'E/A', '', 0.1);
    expect(uncertaintyOf(within, [...all, within], [...parts, own], null)).toMatchObject({ measured: [own] });
  });

  it('is of a mean of three images by its own variability first, otherwise by its parts', () => {
    const views = ['4-chamber 2D', '2-chamber 2D', '3-chamber 2D'].map((type, n) => value('GLS', type, String(n), -18, { units: '%' }));
    const inputs = from(['GLS', '0'], ['GLS', '1'], ['GLS', '2']);
    const mean = value('GLS average', '3-chamber 2D', '2', -18, { type: 'mean', units: '%', ...inputs });
    const parts = views.map((view) => variability(view.from, 'GLS', '%', 1.5));
    const found = uncertaintyOf(mean, [...views, mean], parts, null);
    expect(typeof found === 'object' && found.interval.half).toBeCloseTo((1.96 * 1.5) / Math.sqrt(3), 2);
    const own = variability('3-chamber 2D', 'GLS average', '%', 1);
    expect(uncertaintyOf(mean, [...views, mean], [...parts, own], null)).toMatchObject({ measured: [own], isCombined: false });
  });

  it('belongs to the author of the work, and to no reader in a review', () => {
    const open = { review: null, editor: 'a@x', user: 'b@x', role: 'Viewer' as const };
    expect(readerOf(open)).toEqual({ reader: 'a@x', blind: false });
    expect(readerOf({ ...open, editor: null, role: 'Ground-truth generator' })).toEqual({ reader: 'b@x', blind: true });
    expect(readerOf({ ...open, role: 'Reviewer', review: {} as never })).toBeNull();
  });
});
