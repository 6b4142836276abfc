import { describe, expect, it } from 'vitest';
import { sourceText, timeText, underWayText } from './messages.ts';

describe('texts of imports', () => {
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
});
