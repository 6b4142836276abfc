import { proxy } from 'valtio';
import { expect, it, vi } from 'vitest';
import { followClip } from './follow-clip.ts';
import { NO_CLIP_STATE } from './player.ts';
import { settled } from './test-engine.ts';

const clip = () => proxy({ ...NO_CLIP_STATE });

it('is called with the value at once, and then only when the value changes', async () => {
  const state = clip();
  const onValue = vi.fn<(started: boolean) => void>();
  followClip(state, ({ decoded }) => decoded > 0, onValue);
  expect(onValue.mock.calls).toEqual([[false]]);
  for (const decoded of [1, 2, 3]) {
    state.decoded = decoded;
    await settled();
  }
  expect(onValue.mock.calls).toEqual([[false], [true]]);
});

it('ends the work for a value when the next one comes, and the last work when it stops', async () => {
  const state = clip();
  const ended = vi.fn<(frames: number) => void>();
  const stop = followClip(
    state,
    ({ frames }) => frames,
    (frames) => () => ended(frames),
  );
  state.frames = 8;
  await settled();
  expect(ended.mock.calls).toEqual([[0]]);
  stop();
  expect(ended.mock.calls).toEqual([[0], [8]]);
  state.frames = 9;
  await settled();
  expect(ended).toHaveBeenCalledTimes(2);
});
