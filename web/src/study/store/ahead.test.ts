import { describe, expect, it, vi } from 'vitest';
import type { StudyLink } from '../../lib/study-link.ts';
import { Ahead, AHEAD_HOLDS_MS } from './ahead.ts';
import type { OpenedStudy } from './ports.ts';

const link = (study_id: string, more: Partial<StudyLink> = {}): StudyLink => ({
  study_id,
  study_date: '2026-01-01',
  patient_id: 1,
  patient_id_show: 'P1',
  data_type: 'adult',
  project: 'demo',
  ...more,
});

function world() {
  const read = vi.fn<(asked: StudyLink) => Promise<OpenedStudy>>((asked) =>
    Promise.resolve({ of: asked.study_id } as unknown as OpenedStudy),
  );
  const at = { token: 'a' as string | null, now: 0 };
  return {
    read,
    at,
    ahead: new Ahead(
      read,
      () => at.token,
      () => at.now,
    ),
  };
}

describe('a study asked for ahead', () => {
  it('is taken once, without a second request', async () => {
    const { read, ahead } = world();
    ahead.ask(link('1_20260101'));
    expect(await ahead.take(link('1_20260101'))).toEqual({ of: '1_20260101' });
    expect(ahead.take(link('1_20260101'))).toBeNull();
    expect(read).toHaveBeenCalledTimes(1);
  });

  it.each<[string, Partial<StudyLink>, { token?: string; now?: number }]>([
    ['of another study', { study_id: '2_20260101' }, {}],
    ['of another editor', { editor: 'b@x' }, {}],
    ['of blind work', { blind: true }, {}],
    ['by somebody else', {}, { token: 'b' }],
    ['too long ago', {}, { now: AHEAD_HOLDS_MS + 1 }],
  ])('is not used where it was %s', (_, other, change) => {
    const { at, ahead } = world();
    ahead.ask(link('1_20260101'));
    Object.assign(at, change);
    expect(ahead.take(link('1_20260101', other))).toBeNull();
  });

  it('is not requested without a sign-in', () => {
    const { read, at, ahead } = world();
    at.token = null;
    ahead.ask(link('1_20260101'));
    expect(read).not.toHaveBeenCalled();
  });

  it('is asked for again where it failed', async () => {
    const { read, ahead } = world();
    read.mockRejectedValueOnce(new Error('offline'));
    ahead.ask(link('1_20260101'));
    expect(await ahead.take(link('1_20260101'))).toEqual({ of: '1_20260101' });
    expect(read).toHaveBeenCalledTimes(2);
  });
});
