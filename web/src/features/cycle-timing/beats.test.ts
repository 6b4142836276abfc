import { expect, test } from 'vitest';
import { SPECIFIED_RULES } from '../../tools/cycle-timing/test-bench.ts';
import { beatsOf, verdict } from './beats.ts';

const strip = (...onsets: number[]) => ({
  modality: 'PW Doppler' as const,
  cardiac_events: onsets.slice(0, -1).map((onset_start, at) => ({ id: `c${at}`, onset_start, onset_end: onsets[at + 1] ?? 0 })),
});
/** 2 ms a column. */
const ms = (columns: number) => columns * 2;

test('length, rate, mean, SD of a sample and CV', () => {
  // Worked by hand: 1107 and 993 ms have the mean 1050, SD sqrt(2 · 57²) = 80.61, CV 7.68 %.
  const found = beatsOf(strip(0, 553.5, 1050), ms, null, SPECIFIED_RULES);
  expect(found.beats.map(({ length_ms }) => length_ms)).toEqual([1107, 993]);
  expect(found.beats[0]?.rate_bpm).toBeCloseTo(54.2, 1);
  expect(found.mean_ms).toBe(1050);
  expect(found.sd_ms).toBeCloseTo(80.61, 2);
  expect(found.cv_pct).toBeCloseTo(7.68, 2);
  expect(verdict(found)).toEqual({ fine: true, text: 'Both cycles are within 50 % of the mean.' });
});

test('an outlier names the reason in words, and an excluded beat neither counts nor alarms', () => {
  const image = strip(0, 500, 1000, 1500, 1700);
  const found = beatsOf(image, ms, null, SPECIFIED_RULES);
  expect(found.beats[3]).toMatchObject({ state: 'outlier', reason: 'less than half the mean of the others, 1000 ms' });
  expect(verdict(found)?.text).toBe('Cycle 4 differs from the mean of the others by more than 50 %.');
  const excluded = {
    ...image,
    cardiac_events: image.cardiac_events.map((one, at) => (at === 3 ? { ...one, excluded: { reason: 'ectopic beat' } } : one)),
  };
  const without = beatsOf(excluded, ms, null, SPECIFIED_RULES);
  expect(without.beats[3]).toMatchObject({ state: 'excluded', reason: 'ectopic beat' });
  expect(without).toMatchObject({ count: 3, mean_ms: 1000, sd_ms: 0 });
});

test('a clip has lengths from one end diastole to the next, by the times of its frames', () => {
  const image = {
    modality: '2D' as const,
    cardiac_events: [
      { id: 'a', end_diastole: 1, end_systole: 3 },
      { id: 'b', end_diastole: 5, end_systole: false as const },
    ],
  };
  const found = beatsOf(image, (length) => length, [0, 30, 60, 90, 140], SPECIFIED_RULES);
  expect(found.beats.map(({ length_ms, state }) => [length_ms, state])).toEqual([
    [140, 'fine'],
    [null, 'open'],
  ]);
});

test('without a scale of time a beat has no length, and gives the reason', () => {
  const found = beatsOf(strip(0, 500), () => null, null, SPECIFIED_RULES);
  expect(found.beats[0]).toMatchObject({ length_ms: null, rate_bpm: null, reason: 'the file has no time scale' });
});
