import { expect, it } from 'vitest';
import { inTurns } from './in-turns.ts';

/** Longer than a turn, in ms. */
const STEP_MS = 15;

function* steps(): Generator<number[]> {
  for (let n = 0; n < 4; n += 1) {
    const begun = performance.now();
    while (performance.now() - begun < STEP_MS);
    yield [n, n];
  }
}

it('handles others between long steps, and gathers all results in their order', async () => {
  let others = 0;
  let isDone = false;
  const other = (): void => {
    others += 1;
    if (!isDone) setImmediate(other);
  };
  setImmediate(other);
  expect(await inTurns(steps())).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  isDone = true;
  expect(others).toBeGreaterThan(2);
});
