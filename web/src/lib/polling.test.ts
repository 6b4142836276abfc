import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from './api.ts';
import { poll } from './polling.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const OFFLINE = new CallError('offline', null, 'The server cannot be reached.');

/** Polls outcomes in their order, the last one for ever, and notes the time of each reading. */
function polled(outcomes: ReadonlyArray<number | Error>) {
  const stop = new AbortController();
  const [readAt, values, failures]: [number[], number[], unknown[]] = [[], [], []];
  const begun = Date.now();
  const done = poll({
    signal: stop.signal,
    everyMs: 1000,
    read: async () => {
      const outcome = outcomes[Math.min(readAt.length, outcomes.length - 1)]!;
      readAt.push(Date.now() - begun);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    isUnderWay: (value) => value < 100,
    onValue: (value) => values.push(value),
    onFailure: (error) => failures.push(error),
  });
  return { stop, readAt, values, failures, done };
}

test('reads each second until the value is final', async () => {
  const { readAt, values, done } = polled([10, 60, 100]);
  await vi.runAllTimersAsync();
  await done;
  expect([readAt, values]).toEqual([
    [0, 1000, 2000],
    [10, 60, 100],
  ]);
});

test('an outage lengthens the pauses and does not end the reading', async () => {
  const { readAt, values, failures, done } = polled([28, OFFLINE, new CallError('refused', 503, 'away'), OFFLINE, 90, 100]);
  await vi.runAllTimersAsync();
  await done;
  expect(readAt).toEqual([0, 1000, 3000, 7000, 15_000, 16_000]);
  expect(values).toEqual([28, 90, 100]);
  expect(failures).toHaveLength(3);
});

test('pauses are half a minute at most', async () => {
  const { readAt, stop, done } = polled([OFFLINE]);
  await vi.advanceTimersByTimeAsync(200_000);
  stop.abort();
  await done;
  const pauses = readAt.slice(1).map((at, n) => at - readAt[n]!);
  expect(pauses.slice(0, 6)).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('a refusal that stays ends the reading, and an abort does', async () => {
  const refused = polled([new CallError('refused', 403, 'no member')]);
  await vi.runAllTimersAsync();
  await refused.done;
  expect([refused.readAt.length, refused.failures.length]).toEqual([1, 1]);

  const aborted = polled([10]);
  await vi.advanceTimersByTimeAsync(1500);
  aborted.stop.abort();
  await aborted.done;
  expect(aborted.readAt).toEqual([0, 1000]);
  expect(vi.getTimerCount()).toBe(0);
});
