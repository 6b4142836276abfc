import { describe, expect, it } from 'vitest';
import { frameIndexAt, PlayHead, timeline } from './clock.ts';

/** A head that was at the start of a frame when its clip began to play at time 0. */
function headAt(frameIndex: number, ...line: Parameters<typeof timeline>): PlayHead {
  const head = new PlayHead(timeline(...line));
  head.moveTo(frameIndex);
  expect(head.due(0)).toBe(-1);
  return head;
}

describe('player clock', () => {
  it('follows an uneven Frame Time Vector', () => {
    // Steps 20, 20, 40, 20 ms: frames start at 0, 20, 40, 80.
    const line = timeline(4, [0, 20, 40, 80]);
    expect([0, 19.9, 20, 39, 40, 79.9, 80, 100].map((ms) => frameIndexAt(line, ms))).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
    // The last frame lasts the mean step of 80 / 3 ms.
    expect(line.duration).toBeCloseTo(80 + 80 / 3, 12);
  });

  it('plays 40 frames a second when the file has no timing', () => {
    const line = timeline(10, null);
    expect(frameIndexAt(line, 24.9)).toBe(0);
    expect(frameIndexAt(line, 25)).toBe(1);
    expect(line.duration).toBeCloseTo(250, 9);
  });

  it('wraps in a loop and shows every frame for its own time', () => {
    const head = headAt(2, 3, [0, 100, 200]);
    // 200 + 99, then over the end of 300 to 0, and seven times round.
    expect(
      [99, 100, 199, 200, 300, 400 + 7 * 300].map((now) => {
        const due = head.due(now);
        head.follow();
        return due;
      }),
    ).toEqual([2, 0, 0, 1, 2, 0]);
    expect(head.ended).toBe(false);
  });

  it('loops a part of the clip, from the start of its first frame to the end of its last', () => {
    const head = headAt(1, 4, [0, 100, 200, 300]);
    head.part({ first: 1, last: 2 });
    const shown = () =>
      [99, 150, 199, 201, 310].map((now) => {
        const due = head.due(now);
        head.follow();
        return due;
      });
    // Starting at 100: 199, 250, 299, then over the end of 300 to 101, and 210.
    expect(shown()).toEqual([1, 2, 2, 1, 2]);
    head.part(null);
    head.follow();
    expect(head.due(400)).toBe(3);
  });

  it('plays at a part of the speed', () => {
    const head = headAt(0, 3, [0, 100, 200]);
    head.speed = 0.25;
    expect(
      [396, 404].map((now) => {
        const due = head.due(now);
        head.follow();
        return due;
      }),
    ).toEqual([0, 1]);
  });

  it('counts no pause that was longer than a step, and nothing after a rest', () => {
    const head = new PlayHead(timeline(3, [0, 100, 200]), 150);
    expect(head.due(0)).toBe(-1);
    expect(head.due(10_000)).toBe(1);
    head.follow();
    head.rest();
    expect(head.due(20_000)).toBe(-1);
    expect(head.due(20_049)).toBe(1);
    head.follow();
    expect(head.due(20_050)).toBe(2);
  });

  it('waits where it is for a frame that is not there yet', () => {
    const head = headAt(0, 3, [0, 100, 200]);
    expect(head.due(110)).toBe(1);
    // Not followed: 110 ms are lost, and the frame is due again 100 ms on.
    expect(head.due(150)).toBe(0);
  });

  it('stops on the last frame without a loop', () => {
    const head = headAt(2, 3, [0, 100, 200]);
    head.looping = false;
    expect(head.due(99)).toBe(2);
    expect(head.ended).toBe(false);
    head.follow();
    expect(head.due(100)).toBe(2);
    expect(head.ended).toBe(true);
    head.follow();
    // It is at the start of the last frame, from where it lasts its whole time again.
    expect(head.due(199)).toBe(2);
    expect(head.ended).toBe(false);
  });

  it('shows a single image for ever', () => {
    expect(headAt(0, 1, [0]).due(10_000)).toBe(0);
  });
});
