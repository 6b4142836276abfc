import { expect, test } from 'vitest';
import { refusedRanges } from '../../tools/cycle-timing/refused.ts';
import type { Proposal } from '../../tools/cycle-timing/state.ts';
import { TimingBench } from '../../tools/cycle-timing/test-bench.ts';
import { nextMarkWords } from './messages.ts';

test('the next mark is named with its cycle', () => {
  const timed = new TimingBench({ modality: 'M-Mode', max: 2 });
  const named: (string | null)[] = [];
  for (const x of [100, 200, 300, 100, 200, 300, 150, 250]) {
    named.push(nextMarkWords(timed.image, 2));
    timed.click(x);
  }
  expect(named).toEqual([
    'Onset, cycle 1 of 2',
    'Onset that closes cycle 1 of 2',
    'Onset that closes cycle 2 of 2',
    'End diastole, cycle 1 of 2',
    'End diastole, cycle 2 of 2',
    'End diastole that closes cycle 2 of 2',
    'End systole, cycle 1 of 2',
    'End systole, cycle 2 of 2',
  ]);
});

test('nothing is next, and no column is refused, once every mark was accepted', () => {
  const proposed = (event: Proposal['event'], positions: number[]): Proposal[] =>
    positions.map((position) => ({ event, position, method: 'ecg', method_version: '1' }));
  const proposals = [...proposed('onset', [100, 200, 300]), ...proposed('end_systole', [150, 250])];
  const timed = new TimingBench({ modality: 'M-Mode', max: 2, context: { proposals } });
  timed.send({ type: 'accept-all' });
  timed.send({ type: 'diastoles-on-onsets' });
  expect(nextMarkWords(timed.image, 2)).toBe('End systole, cycle 1 of 2');
  timed.send({ type: 'accept-all' });
  expect(timed.image.cardiac_events.map(({ end_systole }) => end_systole)).toEqual([150, 250]);
  expect(nextMarkWords(timed.image, 2)).toBeNull();
  expect(refusedRanges(timed.state, timed.context)).toEqual([]);
});
