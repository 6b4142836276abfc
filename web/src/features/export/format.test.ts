import { describe, expect, it } from 'vitest';
import { bytes, logLine } from './format.ts';

describe('amounts and times of an export', () => {
  it('states a size', () => {
    expect([bytes(1023), bytes(1024), bytes(1.5 * 1024 * 1024)]).toEqual(['1023 B', '1 kB', '1.5 MB']);
  });
  it('shows a line of a log with its time, and the output without', () => {
    expect(logLine('2026-11-23T02:24:24.458Z started, attempt 1').text).toBe('started, attempt 1');
    expect(logLine('exports/export-one')).toEqual({ time: '', text: 'exports/export-one' });
  });
});
