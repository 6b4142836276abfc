import { expect, it } from 'vitest';
import { stripCaliper } from './strip-caliper.ts';

it('a strip caliper gives slope and heart rate over n beats: 60 / cycle length', () => {
  expect(stripCaliper(0.8, 40, 1)).toEqual({ slope: 50, heart_rate_bpm: 75 });
  expect(stripCaliper(2.4, null, 3)).toEqual({ slope: null, heart_rate_bpm: 75 });
  expect(stripCaliper(0, 40, 1)).toEqual({ slope: null, heart_rate_bpm: null });
  expect(stripCaliper(null, 40, 2)).toEqual({ slope: null, heart_rate_bpm: null });
});
