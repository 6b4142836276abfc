/** Drift and quality of the lines of a cycle, as its panel shows them. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DenseLine } from '@echometry/contract/generated/analysis-image.ts';
import { loadEngine } from '../../tools/tool-bench.ts';
import { driftOfCycle, qualityOf } from './cycle-rows.ts';

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

beforeAll(loadEngine);

describe('the mean drift of a cycle', () => {
  it('is the mean over all points of all lines and frames', () => {
    expect(driftOfCycle([line([1, 2], [3, null]), line([6, 8])])).toBe(4);
  });

  it('is unknown without a second way', () => {
    expect(driftOfCycle([line([null, null])])).toBeNull();
    expect(driftOfCycle([])).toBeNull();
  });
});

describe('the quality of a line in a cycle', () => {
  const qualities = (...frames: number[][]): DenseLine => {
    const like = line(...frames.map((frame) => frame.map(() => null)));
    return { ...like, frames: like.frames.map((frame, place) => ({ ...frame, quality: frames[place] ?? [] })) };
  };

  it('names the frame with the least mean', () => {
    expect(qualityOf(qualities([1, 1], [0.6, 0.8], [1, 0.9]))).toMatchObject({ least: 0.7, frame: 2, doubtful: 0 });
  });

  it('counts frames that have no values: by their mean, or by more than 3 of 10 points', () => {
    const crosses = (count: number): number[] => [...Array<number>(count).fill(0.5), ...Array<number>(10 - count).fill(1)];
    expect(qualityOf(qualities(crosses(3), crosses(4), Array<number>(10).fill(0.59))).doubtful).toBe(2);
  });
});
