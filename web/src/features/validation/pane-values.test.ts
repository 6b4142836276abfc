import { expect, it } from 'vitest';
import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { textsOfValue, valuesOfPane } from './pane-values.tsx';

const value = (name: string, aggregate: number | undefined, ...of: (number | null)[]): Measurement =>
  ({ name, units: 'ml', value: of, ...(aggregate === undefined ? {} : { aggregate }) }) as Measurement;
const image = (...measurements: Measurement[]): AnalysisImage => ({
  ...blankImage({ instance_id: '1', filename: '1', active: true, metadata: null }, 'adult'),
  measurements,
});

it('lists changed values first, with the difference from the editor and each cycle', () => {
  const editor = image(value('EDV', 120, 120, 120), value('ESV', 50, 48, 52), value('SV', undefined, null, null));
  const review = image(value('EDV', 120, 120, 120), value('ESV', 51.5, 51, 52), value('SV', undefined, null, null));
  expect(valuesOfPane(review, editor)).toEqual([
    { name: 'ESV', units: 'ml', aggregate: 51.5, delta: 1.5, cycles: [51, 52] },
    { name: 'EDV', units: 'ml', aggregate: 120, delta: 0, cycles: [120, 120] },
  ]);
});

it('has no difference where the editor has no value', () =>
  expect(valuesOfPane(image(value('EDV', 120, 120)), undefined)[0]!.delta).toBeNull());

it('writes a value, its difference and its cycles with the same decimals', () => {
  const texts = (aggregate: number, delta: number | null, ...cycles: (number | null)[]) =>
    textsOfValue({ name: 'IVSs', units: 'mm', aggregate, delta, cycles });
  expect(texts(12.72, -0.2, 12.76, 12.7, null)).toEqual({ value: '12.72', delta: 'Δ -0.20', cycles: '(12.76 · 12.70 · —)' });
  expect(texts(72, 0, 71, 73)).toEqual({ value: '72', delta: 'Δ 0', cycles: '(71 · 73)' });
  expect(texts(9.5, null, 9.5)).toEqual({ value: '9.50', delta: null, cycles: null });
});
