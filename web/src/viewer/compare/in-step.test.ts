import { describe, expect, it } from 'vitest';
import { timeline } from '../clip/clock.ts';
import { beatsOf, timeOfPhase, type Beat } from './beats.ts';
import { framesAt, leaderOf, lengthOf, paceOf, stepped, whyNotByPhase, type StepClip } from './in-step.ts';

/** A clip of even frames. */
const clip = (frames: number, frameMs: number, beats: readonly Beat[] = []): StepClip => ({
  line: timeline(
    frames,
    Array.from({ length: frames }, (_, index) => index * frameMs),
  ),
  beats,
});
const STILL = clip(1, 10);

describe('beats of a timed clip', () => {
  const time = (frameNumber: number) => (frameNumber - 1) * 10;
  const cycle = (end_diastole: number | false, end_systole: number | false) => ({ end_diastole, end_systole });

  it('go from one end diastole through an end systole to the next', () =>
    expect(beatsOf([cycle(1, 5), cycle(11, 15), cycle(21, 25)], time)).toEqual([
      { start: 0, systole: 40, end: 100 },
      { start: 100, systole: 140, end: 200 },
    ]));
  it('leave out cycles that do not count, are not finished, or are out of order', () => {
    expect(beatsOf([{ ...cycle(1, 5), excluded: { reason: 'ectopic beat' } }, cycle(11, 15), cycle(21, 25)], time)).toHaveLength(1);
    expect(beatsOf([cycle(1, false), cycle(11, 15)], time)).toEqual([]);
    expect(beatsOf([cycle(11, 15), cycle(1, 5)], time)).toEqual([]);
    expect(beatsOf([cycle(1, 5)], time)).toEqual([]);
  });
  it('run evenly from end diastole to end systole, and from there to the next end diastole', () => {
    const beat = { start: 100, systole: 160, end: 300 };
    expect([0, 0.2, 0.4, 0.7, 1].map((phase) => timeOfPhase(beat, phase, 0.4))).toEqual([100, 130, 160, 230, 300]);
  });
});

describe('in step by time', () => {
  const clips = [clip(10, 20), clip(5, 30), STILL];
  it('the longest clip sets the pace, and a shorter one waits on its last frame', () => {
    expect([leaderOf(clips, 'time'), lengthOf(clips, 'time'), paceOf(clips, 'time', 0)]).toEqual([0, 200, 1]);
    expect(framesAt(clips, 0, 'time')).toEqual([0, 0, 0]);
    expect(framesAt(clips, 65, 'time')).toEqual([3, 2, 0]);
    expect(framesAt(clips, 199, 'time')).toEqual([9, 4, 0]);
  });
  it('steps by the frames of the longest and goes round', () => {
    expect(stepped(clips, 65, 'time', 1)).toBe(80);
    expect(stepped(clips, 0, 'time', -1)).toBe(180);
    expect(stepped(clips, 180, 'time', 1)).toBe(0);
  });
  it('nothing moves among stills', () => {
    expect([leaderOf([STILL], 'time'), lengthOf([STILL, STILL], 'time'), stepped([STILL], 0, 'time', 1)]).toEqual([-1, 0, 0]);
  });
});

describe('in step by phase', () => {
  const slow = clip(40, 10, [
    { start: 50, systole: 110, end: 200 },
    { start: 200, systole: 260, end: 350 },
  ]);
  const fast = clip(30, 5, [{ start: 20, systole: 40, end: 120 }]);
  const clips = [slow, fast, STILL];

  it('shows end diastole next to end diastole and end systole next to end systole', () => {
    expect(framesAt(clips, 0, 'phase')).toEqual([5, 4, 0]);
    expect(framesAt(clips, 60 / 150, 'phase')).toEqual([11, 8, 0]);
    expect(framesAt(clips, 1 - 1e-9, 'phase')).toEqual([19, 23, 0]);
  });
  it('a clip with fewer beats repeats them', () => {
    expect(lengthOf(clips, 'phase')).toBe(2);
    expect(framesAt(clips, 1, 'phase')).toEqual([20, 4, 0]);
  });
  it('the first timed clip is shown at its own pace', () => {
    expect(paceOf(clips, 'phase', 1.5)).toBeCloseTo(1 / 150, 12);
    for (let ms = 0; ms < 150; ms += 1) expect(framesAt(clips, ms / 150, 'phase')[0]).toBe(Math.floor((50 + ms + 1e-9) / 10));
  });
  it('steps by the frames of the pace-giving clip, each once, and goes round', () => {
    let position = 0;
    const seen = [];
    for (let step = 0; step < 30; step += 1) {
      seen.push(framesAt(clips, position + 1e-9, 'phase')[0]);
      position = stepped(clips, position, 'phase', 1);
    }
    expect(seen).toEqual(Array.from({ length: 30 }, (_, index) => index + 5));
    expect(position).toBe(0);
    expect(stepped(clips, 0, 'phase', -1)).toBeCloseTo(1 + 140 / 150, 12);
  });
});

describe('by phase', () => {
  const timed = clip(10, 10, [{ start: 0, systole: 30, end: 80 }]);
  it('needs two clips', () => expect(whyNotByPhase([timed, STILL], ['a', 'b'])).toBe('fewer than two of these images are clips'));
  it('needs a whole beat of each clip, and names those without; stills do not matter', () => {
    expect(whyNotByPhase([timed, clip(10, 10), STILL], ['a', 'b', 'c'])).toBe(
      'no whole beat is timed on b: from one end diastole through an end systole to the next',
    );
    expect(whyNotByPhase([timed, timed, STILL], ['a', 'b', 'c'])).toBeNull();
  });
});
