import { describe, expect, it } from 'vitest';
import type { ExportRecord } from '@echometry/contract/records/export.ts';
import { defaultExport } from '@echometry/contract/rules/export-request.ts';
import { contentsText, filtersText, formatsText, stateText, timeText } from './messages.ts';

const RECORD: ExportRecord = {
  id: 'export-one',
  status: 'finished',
  log: [],
  done: 0,
  total: null,
  project: 'alpha',
  request: defaultExport('measurements'),
  created_at: 0,
  started_at: null,
  ended_at: 1,
  failure: null,
  contents: { studies: 1, images: 2, values: 30, differing: 0, left_out: 0, files: 4, size_bytes: 5, sha256: '0'.repeat(64) },
  output: { bucket: 'exports', object: 'exports/export-one' },
  kept_until: Date.UTC(2026, 6, 29, 12),
};

describe('an export in words', () => {
  it('states its content', () => {
    expect(contentsText(RECORD)).toBe('1 study, 2 images, 30 values');
    expect(contentsText({ ...RECORD, request: defaultExport('segmentations') })).toBe('1 study, 2 images');
    expect(contentsText({ ...RECORD, contents: null })).toBe('—');
  });
  it('states the request', () => {
    expect(formatsText(RECORD.request)).toBe('CSV, long, CSV, wide');
    expect(filtersText(RECORD.request)).toBe('all editors');
    expect(filtersText({ ...RECORD.request, data: 'review', validated_only: false, editor: 'a@b', mode: 'M-Mode', all_files: false })).toBe(
      'reviews, a@b, M-Mode, references',
    );
    expect(filtersText({ ...RECORD.request, data: 'review', validated_only: true })).toBe('reviews, validated images, all editors');
  });
  it('states how it ended', () => {
    expect(stateText(RECORD)).toBe('ready until 29 Jul');
    expect(stateText({ ...RECORD, status: 'processing finished' })).toBe('ready until 29 Jul');
    expect(stateText({ ...RECORD, kept_until: null })).toBe('no longer kept');
    expect(stateText({ ...RECORD, status: 'error', failure: 'no disk' })).toBe('error: no disk');
    expect(stateText({ ...RECORD, status: 'cancelled' })).toBe('cancelled');
  });
  it('guesses the rest from the share that is done, and not from the first moments', () => {
    expect(timeText({ started_at: null, done: 0, total: null }, 1)).toBe('');
    expect(timeText({ started_at: 0, done: 1, total: 4 }, 2000)).toBe('2 s');
    expect(timeText({ started_at: 0, done: 1, total: 4 }, 40_000)).toBe('40 s · about 2 min 0 s left');
    expect(timeText({ started_at: 0, done: 0, total: null }, 61_000)).toBe('1 min 1 s');
  });
});
