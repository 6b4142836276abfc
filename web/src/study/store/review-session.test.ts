import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import { MemoryJournal } from './memory-journal.ts';
import { OneStudy } from './one-study.ts';
import type { OpenedStudy, Person, StudyCalls } from './ports.ts';
import type { OpenReview } from './review-copy.ts';
import { SAVE_AFTER_MS, type SaveAnswer } from './save-queue.ts';

const REVIEWER: Person = { email: 'rita@site', role: 'Reviewer', savingRoles: [] };
const LINK: StudyLink = {
  study_id: '7_20260102',
  study_date: '2026-01-02',
  patient_id: 7,
  patient_id_show: 'P-7',
  data_type: 'adult',
  project: 'heart',
  editor: 'ada@site',
};
const image = (view: string): AnalysisImage => ({
  ...blankImage({ instance_id: 'one', filename: 'one', active: true, metadata: null }, 'adult'),
  view,
});
const NEWER = { version: 9, author: 'ada@site', updated_at: 1, images: [image('newest')], removed: [], missing_images: null };
const review = (state: OpenReview['state']): OpenReview => ({
  editor: 'ada@site',
  blind: false,
  state,
  base_version: 7,
  originals: [image('theirs')],
  original_missing_images: [],
  newer: NEWER,
  outcome: null,
});
const opened = (state: OpenReview['state']): OpenedStudy =>
  ({
    project: { image_requirements: [] },
    files: { study: {}, images: [], selection_stored: false },
    analysis: { version: 3, editor: 'ada@site', images: [image('mine')], missing_images: [], updated_at: 5 },
    config: { versions: {} },
    review: review(state),
  }) as unknown as OpenedStudy;

function world(state: OpenReview['state'], journal = new MemoryJournal()) {
  const save = vi.fn<StudyCalls['save']>(async () => ({ conflict: false, version: 4, updated_at: 9 }) as SaveAnswer);
  const calls: StudyCalls = { open: async () => opened(state), save, sequences: async () => ({}), hold: async () => true };
  const one = new OneStudy({ calls, journal, now: () => 1000, person: () => REVIEWER, online: () => true, say: () => undefined });
  return { one, save, journal };
}
const take = (one: OneStudy) =>
  one.session?.settle('one', { images: ['one'], missing: false }, { images: [image('newest')], missing_images: [] });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the session of a Reviewer', () => {
  it("saves the review's copy: whose work it is, and what of the newest version is settled", async () => {
    const { one, save } = world('draft');
    await one.open(LINK);
    take(one);
    expect(one.state.study?.review).toMatchObject({ newer: null, base_version: 9 });
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(save.mock.calls[0]?.[0]).toMatchObject({
      base_version: 3,
      changes: { images: [{ view: 'newest' }], removed: [] },
      review: { editor: 'ada@site', blind: false, settled: ['one'], settled_missing: false },
    });
    one.session?.commit('one', { images: [image('later')], missing_images: [] });
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(save.mock.calls[1]?.[0].review?.settled).toEqual([]);
  });

  it('keeps what was settled in the journal until the server has it, under a key with editor and reviewer', async () => {
    const { one, journal } = world('draft');
    await one.open(LINK);
    take(one);
    await vi.advanceTimersByTimeAsync(0);
    expect(journal.records.map(({ work }) => JSON.parse(work) as unknown)).toEqual([
      ['rita@site', 'Reviewer', '7_20260102', 'ada@site', 'rita@site'],
    ]);
    // The page is gone before it could save.
    const again = world('draft', journal);
    await again.one.open(LINK);
    expect(again.one.state.study?.review).toMatchObject({ newer: null, base_version: 9 });
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(again.save.mock.calls[0]?.[0].review?.settled).toEqual(['one']);
  });

  it('settles an image that stays as it was reviewed: the save carries no image', async () => {
    const { one, save } = world('checkpoint');
    await one.open(LINK);
    one.session?.settle('one', { images: ['one'], missing: false }, { images: [image('mine')], missing_images: [] });
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(save.mock.calls[0]?.[0]).toMatchObject({ changes: { images: [], removed: [] }, review: { settled: ['one'] } });
    expect(one.state.study?.review?.originals[0]?.view).toBe('newest');
  });

  it('changes nothing while the review is finished, and is a draft with the first save', async () => {
    const locked = world('finished');
    await locked.one.open(LINK);
    expect(locked.one.state.study?.readOnly).toBe(true);
    take(locked.one);
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(locked.save).not.toHaveBeenCalled();
    const fresh = world(null);
    await fresh.one.open(LINK);
    fresh.one.session?.commit('one', { images: [image('changed')], missing_images: [] });
    expect(fresh.one.state.study?.review?.state).toBeNull();
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(fresh.one.state.study?.review?.state).toBe('draft');
  });

  it('is another for another editor, and for blind work of the same one', async () => {
    const { one } = world('draft');
    await one.open(LINK);
    const first = one.session;
    await one.open({ ...LINK });
    expect(one.session).toBe(first);
    await one.open({ ...LINK, blind: true });
    expect(one.session).not.toBe(first);
  });
});
