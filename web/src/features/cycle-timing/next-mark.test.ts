import { expect, test } from 'vitest';
import { TestBench } from '../../tools/cycle-timing/test-bench.ts';
import { nextMarkWords } from './words.ts';

test('the next mark is named with its cycle', () => {
  const timed = new TestBench({ modality: 'M-Mode', max: 2 });
  const named: string[] = [];
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
