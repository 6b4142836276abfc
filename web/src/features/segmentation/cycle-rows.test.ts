/** Drift of the lines of a cycle, as its panel shows it. */
import { describe, expect, it } from 'vitest';
import type { DenseLine } from '@echometry/contract/generated/analysis-image.ts';
import { driftOfCycle } from './cycle-rows.ts';

const line = (...drifts: (number | null)[][]): DenseLine => ({
  name: 'LV-endo',
  shape: 'LV',
  types: drifts[0]?.map(() => 'free') ?? [],
  frames: drifts.map((drift_px, place) => ({
    frame_number: place + 1,
    points: drift_px.map(() => [0, 0]),
    quality: drift_px.map(() => 1),
    drift_px,
  })),
});

describe('the mean drift of a cycle', () => {
  it('is the mean over all points of all lines and frames', () => {
    expect(driftOfCycle([line([1, 2], [3, null]), line([6, 8])])).toBe(4);
  });

  it('is unknown without a second way', () => {
    expect(driftOfCycle([line([null, null])])).toBeNull();
    expect(driftOfCycle([])).toBeNull();
  });
});
