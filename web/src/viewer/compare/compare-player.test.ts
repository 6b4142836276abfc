import { expect, test } from 'vitest';
import type { Player } from '../clip/player.ts';
import { ComparePlayer } from './compare-player.ts';

/** A clip of 10 ms frames that shows the requested one, as far as it is decoded. */
function fakeClip(frames: number, undecoded: readonly number[] = []) {
  const missing = new Set(undecoded);
  const metadata = { frame_times_ms: Array.from({ length: frames }, (_, index) => index * 10), frame_time_source: 'frame_time' };
  const state = { frames, metadata, wantedIndex: 0, failure: null, frameFailure: null };
  const seek = (frameIndex: number): void => {
    state.wantedIndex = frameIndex;
  };
  const player = { state, metadata, playing: false, seek, isDecoded: (frameIndex: number) => !missing.has(frameIndex) };
  return { player: player as unknown as Player, state, missing };
}

const compared = (...clips: ReturnType<typeof fakeClip>[]) => {
  const compare = new ComparePlayer();
  const images = clips.map(({ player }, index) => ({ player, name: `image ${index + 1}`, cycles: [] }));
  compare.show(images);
  return { compare, images };
};
const shown = (...clips: ReturnType<typeof fakeClip>[]): number[] => clips.map(({ state }) => state.wantedIndex);

test('clips play by one clock, at the chosen speed, and begin again together', () => {
  const [long, short] = [fakeClip(20), fakeClip(10)];
  const { compare } = compared(long, short);
  compare.play();
  compare.tick(1000);
  compare.tick(1055);
  expect(shown(long, short)).toEqual([5, 5]);
  compare.tick(1155);
  expect(shown(long, short)).toEqual([15, 9]);
  compare.changeSpeed(1);
  compare.tick(1185);
  expect(shown(long, short)).toEqual([1, 1]);
});

test('the clock waits until every clip has its frame', () => {
  const [a, b] = [fakeClip(20), fakeClip(20, [3, 4, 5])];
  const { compare } = compared(a, b);
  compare.play();
  compare.tick(0);
  compare.tick(40);
  compare.tick(80);
  // Both wait at the same frame or before it, however long it takes.
  expect(Math.max(...shown(a, b))).toBeLessThanOrEqual(4);
  b.missing.clear();
  compare.tick(120);
  compare.tick(160);
  expect(shown(a, b)).toEqual([8, 8]);
});

test('a step stops play and moves all clips; other images begin at the start', () => {
  const [a, b] = [fakeClip(20), fakeClip(20)];
  const { compare, images } = compared(a, b);
  compare.play();
  compare.step(1);
  expect([compare.state.playing, ...shown(a, b)]).toEqual([false, 1, 1]);
  compare.toEnd();
  expect(shown(a, b)).toEqual([19, 19]);
  compare.show(images);
  expect(shown(a, b)).toEqual([19, 19]);
  compare.show([...images].reverse());
  expect(shown(a, b)).toEqual([0, 0]);
});

test('by phase is refused with its reason while a clip is not timed', () => {
  const [a, b] = [fakeClip(20), fakeClip(20)];
  const { compare, images } = compared(a, b);
  compare.playBy('phase');
  expect([compare.state.by, compare.state.whyNotByPhase]).toEqual([
    'time',
    'no whole beat is timed on image 1, image 2: from one end diastole through an end systole to the next',
  ]);
  const cycles = [
    { id: '1', end_diastole: 3, end_systole: 6 },
    { id: '2', end_diastole: 11, end_systole: 14 },
  ];
  compare.show(images.map((image) => ({ ...image, cycles })));
  compare.playBy('phase');
  expect([compare.state.by, compare.state.length, ...shown(a, b)]).toEqual(['phase', 1, 2, 2]);
  // Marks that go take the choice with them.
  compare.show(images);
  expect(compare.state.by).toBe('time');
});

test('stills have nothing to play', () => {
  const still = fakeClip(1);
  const { compare } = compared(still, fakeClip(1));
  compare.toggle();
  expect([compare.state.playing, compare.state.length]).toEqual([false, 0]);
});
