import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { STORAGE_FULL } from '@echometry/contract/calls/error.ts';
import { CallError } from '../../lib/api.ts';
import { RETRY_AFTER_MS, SAVE_AFTER_MS, SaveQueue, type SaveState } from './save-queue.ts';

type Send = ConstructorParameters<typeof SaveQueue>[0]['send'];
const stored = (version: number) =>
  ({
    conflict: false,
    version,
    updated_at: 1000 + version,
    study_state: 'Incomplete',
    status: { selected: true, annotated: false, segmented_dop: false, segmented_2d: false, measured: false, validated: false },
  }) as const;

function queueWith(send: Send) {
  const states: SaveState[] = [];
  const saved: [number[], number][] = [];
  const conflicts: unknown[] = [];
  const queue = new SaveQueue({
    version: 1,
    send,
    onState: (state) => states.push(state),
    onSaved: async (gestures, version) => {
      saved.push([[...gestures], version]);
    },
    onConflict: (answer) => conflicts.push(answer),
  });
  return { queue, states, saved, conflicts };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('save queue', () => {
  it('gathers gestures into one version and acknowledges each of them', async () => {
    const send = vi.fn<Send>(async () => stored(2));
    const { queue, states, saved } = queueWith(send);
    queue.begin(async () => 11);
    queue.begin(async () => 12);
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(send).toHaveBeenCalledTimes(1);
    expect(send.mock.calls[0]?.[0]).toBe(1);
    expect(saved).toEqual([[[11, 12], 2]]);
    expect(states.at(-1)).toEqual({ state: 'saved', at: 1002 });
    expect(queue.dirty).toBe(false);
  });

  it('raises no alarm while a write into the journal is running, and reports its failure', async () => {
    const { queue, states } = queueWith(async () => stored(2));
    let written: (seq: number) => void = () => undefined;
    queue.begin(
      () =>
        new Promise((resolve) => {
          written = resolve;
        }),
    );
    await vi.advanceTimersByTimeAsync(0);
    expect(states).toEqual([{ state: 'saving' }]);
    expect(queue.unkept).toBe(1);
    written(11);
    await vi.advanceTimersByTimeAsync(0);
    expect(states).toEqual([{ state: 'saving' }]);
    queue.begin(() => Promise.reject(new Error('the disk is full')));
    await vi.advanceTimersByTimeAsync(0);
    expect(states.at(-1)).toEqual({ state: 'saving', unkept: 1 });
  });

  it('is flushed only once the journal has forgotten what the server has', async () => {
    let forgotten: () => void = () => undefined;
    const queue = new SaveQueue({
      version: 1,
      send: async () => stored(2),
      onState: () => undefined,
      onSaved: () =>
        new Promise((resolve) => {
          forgotten = resolve;
        }),
      onConflict: () => undefined,
    });
    queue.begin(async () => 1);
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(queue.dirty).toBe(false);
    let flushed = false;
    void queue.flush().then(() => {
      flushed = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(flushed).toBe(false);
    forgotten();
    await vi.advanceTimersByTimeAsync(0);
    expect(flushed).toBe(true);
  });

  it('has one save under way at a time; what comes meanwhile goes out on top of it', async () => {
    let finish: (() => void)[] = [];
    const send = vi.fn<Send>(
      (base) =>
        new Promise((resolve) => {
          finish.push(() => {
            resolve(stored((base ?? 0) + 1));
          });
        }),
    );
    const { queue, saved } = queueWith(send);
    queue.begin(async () => 1);
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    queue.begin(async () => 2);
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS * 3);
    expect(send).toHaveBeenCalledTimes(1);
    finish[0]?.();
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS * 3);
    expect(send.mock.calls.map(([base]) => base)).toEqual([1, 2]);
    finish[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(saved).toEqual([
      [[1], 2],
      [[2], 3],
    ]);
  });

  it('shows offline with the number of changes kept, tries again, and never acknowledges unstored work', async () => {
    let online = false;
    const send = vi.fn<Send>(async () => {
      if (!online) throw new Error('The server cannot be reached.');
      return stored(2);
    });
    const { queue, states, saved } = queueWith(send);
    queue.begin(async () => 7);
    queue.begin(async () => 8);
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(states.at(-1)).toEqual({ state: 'offline', changes: 2, reason: 'The server cannot be reached.' });
    expect(await queue.flush()).toBe(false);
    expect(saved).toEqual([]);
    online = true;
    await vi.advanceTimersByTimeAsync(RETRY_AFTER_MS);
    expect(saved).toEqual([[[7, 8], 2]]);
  });

  it('distinguishes a refusal of the server from a lost network, keeps the work, and tries again', async () => {
    let full = true;
    const send = vi.fn<Send>(async () => {
      if (full) throw new CallError('refused', 507, STORAGE_FULL);
      return stored(2);
    });
    const { queue, states, saved } = queueWith(send);
    queue.begin(async () => 7);
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(states.at(-1)).toEqual({ state: 'offline', changes: 1, reason: STORAGE_FULL, refused: true });
    full = false;
    await vi.advanceTimersByTimeAsync(RETRY_AFTER_MS);
    expect(saved).toEqual([[[7], 2]]);
  });

  it('brings what an earlier session kept, and acknowledges that and nothing of another tab', async () => {
    const { queue, saved } = queueWith(vi.fn<Send>(async () => stored(2)));
    // Number 5 is in the same journal, and another tab's.
    queue.changed([4, 6]);
    queue.begin(async () => 7);
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(saved.flatMap(([gestures]) => gestures)).toEqual([4, 6, 7]);
    expect(queue.dirty).toBe(false);
  });

  it('saves again on top of the version that came between', async () => {
    const send = vi.fn<Send>(async (base) =>
      base === 1 ? { conflict: true, version: 5, author: 'other@demo', images: [], missing_images: [] } : stored(6),
    );
    const { queue, conflicts, saved } = queueWith(send);
    queue.begin(async () => 3);
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(conflicts).toHaveLength(1);
    expect(send.mock.calls.map(([base]) => base)).toEqual([1, 5]);
    expect(saved).toEqual([[[3], 6]]);
    // Every try is a separate version for the server.
    expect(new Set(send.mock.calls.map(([, saveId]) => saveId)).size).toBe(2);
  });
});
