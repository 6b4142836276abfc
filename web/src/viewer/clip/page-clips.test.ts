import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { KEPT_MS, PageClips } from './page-clips.ts';

const clips = () => ({ rest: vi.fn<() => void>(), close: vi.fn<() => void>() });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('gives the next page the clips that the last page left', () => {
  const pages = new PageClips(clips);
  const first = pages.take();
  pages.leave(first);
  expect(first.rest).toHaveBeenCalledOnce();
  expect(pages.take()).toBe(first);
  vi.advanceTimersByTime(KEPT_MS);
  expect(first.close).not.toHaveBeenCalled();
});

it('gives two pages at the same time separate clips, and keeps the clips that were left last', () => {
  const pages = new PageClips(clips);
  const [one, other] = [pages.take(), pages.take()];
  expect(other).not.toBe(one);
  pages.leave(one);
  pages.leave(other);
  expect(one.close).toHaveBeenCalledOnce();
  expect(other.close).not.toHaveBeenCalled();
});

it('closes clips that no page has shown for a while', () => {
  const pages = new PageClips(clips);
  const left = pages.take();
  pages.leave(left);
  vi.advanceTimersByTime(KEPT_MS - 1);
  expect(left.close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(left.close).toHaveBeenCalledOnce();
  expect(pages.take()).not.toBe(left);
});

it('closes clips with their study; clips that are still shown close when they are left', () => {
  const pages = new PageClips(clips);
  const left = pages.take();
  const shown = pages.take();
  pages.leave(left);
  pages.endStudy();
  expect(left.close).toHaveBeenCalledOnce();
  pages.leave(shown);
  expect(shown.rest).not.toHaveBeenCalled();
  expect(shown.close).toHaveBeenCalledOnce();
});
