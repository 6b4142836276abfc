import { describe, expect, it } from 'vitest';
import { bytes, dayText, durationText, sourceText, timeText, underWayText } from './messages.ts';

describe('words of imports', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1 kB'],
    [5 * 1024 ** 2, '5.0 MB'],
    [250 * 1024 ** 2, '250 MB'],
    [3.5 * 1024 ** 3, '3.5 GB'],
  ])('%i bytes are %s', (size, text) => expect(bytes(size)).toBe(text));

  it.each([
    [59, '59 s'],
    [61, '1 min 1 s'],
    [3 * 3600 + 120, '3 h 2 min'],
  ])('%i seconds are %s', (seconds, text) => expect(durationText(seconds)).toBe(text));

  it('the rest is guessed from what is done, not from the first moments', () => {
    expect(timeText(null, 0.5, 10_000)).toBe('');
    expect(timeText(0, 0.5, 2000)).toBe('2 s');
    expect(timeText(0, 0.25, 10_000)).toBe('10 s · about 30 s left');
  });

  it('an import that waits for a person is marked, and one that takes held files names its source', () => {
    expect(underWayText({ status: 'queued', waits_for_mask: true })).toBe('Waiting for a mask');
    expect(underWayText({ status: 'queued', waits_for_mask: false })).toBe('Waiting');
    expect(sourceText({ source: 'folder', source_name: 'ward', continues: 'a job' })).toBe('Folder ward, held files');
  });

  it('a day is written as everywhere, and an unknown one as a dash', () => {
    expect(dayText('20260302')).toBe('2026-03-02');
    expect(dayText('')).toBe('—');
  });
});
