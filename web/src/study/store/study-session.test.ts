import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { AnalysisRecord } from '@echometry/contract/records/analysis.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import { unassignedName } from './journal-records.ts';
import { MemoryJournal } from './memory-journal.ts';
import { OneStudy } from './one-study.ts';
import type { OpenedStudy, Person, StudyCalls, StudyPorts } from './ports.ts';
import { RETRY_AFTER_MS, SAVE_AFTER_MS, type SaveAnswer } from './save-queue.ts';

const ANNA: Person = { email: 'anna@site', role: 'Editor', savingRoles: ['Editor', 'Ground-truth generator'] };

const linkOf = (study_id: string): StudyLink => ({
  study_id,
  study_date: '2026-11-18',
  patient_id: 7,
  patient_id_show: 'P7',
  data_type: 'adult',
  project: 'heart',
});
const A = linkOf('7_20261118');
const B = linkOf('8_20261118');

const image = (id: string, view: string | null): AnalysisImage => ({
  ...blankImage({ instance_id: id, filename: `${id}.dcm`, active: true, metadata: null }, 'adult'),
  view,
});

const opened = (images: AnalysisImage[], version = 1): OpenedStudy =>
  ({
    project: { image_requirements: [], unique_reference: false },
    files: { study: {}, selection_stored: true, images: [] },
    analysis: { images, missing_images: [], version, editor: ANNA.email, updated_at: 5 } as unknown as AnalysisRecord,
    config: { versions: {}, refused: [] },
  }) as unknown as OpenedStudy;

const stored = (version: number) => ({ conflict: false, version, updated_at: 1000 + version }) as SaveAnswer;
const theirs = (images: AnalysisImage[]): SaveAnswer => ({
  conflict: true,
  version: 9,
  author: 'ben@site',
  images,
  missing_images: [],
});

/** A promise that the test settles. */
function later<T>(): { promise: Promise<T>; settle: (value: T) => void } {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

function world({ images = [image('one', null)] }: { images?: AnalysisImage[] } = {}) {
  const journal = new MemoryJournal();
  const alerts: string[] = [];
  const calls = {
    open: vi.fn<StudyCalls['open']>(async () => opened(images)),
    save: vi.fn<StudyCalls['save']>(async () => stored(2)),
    sequences: vi.fn<StudyCalls['sequences']>(async () => ({})),
    hold: vi.fn<StudyCalls['hold']>(async () => true),
  };
  const who: { person: Person | null } = { person: ANNA };
  const made = vi.fn<NonNullable<StudyPorts['made']>>();
  const ports: StudyPorts = {
    made,
    calls,
    journal,
    now: () => 1000,
    person: () => who.person,
    online: () => true,
    say: (text) => alerts.push(text),
  };
  const one = new OneStudy(ports);
  return { one, calls, journal, alerts, who, made };
}

/** Labels the one image. */
function label(one: OneStudy, view: string): void {
  one.session?.commit('one', { images: [image('one', view)], missing_images: [] });
}

const viewShown = (one: OneStudy): string | null | undefined => one.state.study?.images[0]?.view;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a study session', () => {
  it('keeps a gesture in the journal, sends it, and forgets it there once the server has it', async () => {
    const { one, calls, journal } = world();
    await one.open(A);
    label(one, 'A4C');
    await vi.advanceTimersByTimeAsync(0);
    expect(journal.records).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(calls.save.mock.calls[0]?.[0]).toMatchObject({ base_version: 1, changes: { images: [{ view: 'A4C' }], removed: [] } });
    expect(journal.records).toEqual([]);
    expect(one.state.study?.save).toEqual({ state: 'saved', at: 1002 });
  });

  it('undoes and redoes a gesture as a change like any other', async () => {
    const { one, journal, made } = world();
    await one.open(A);
    label(one, 'A4C');
    one.session?.undo('one');
    expect(viewShown(one)).toBeNull();
    one.session?.redo('one');
    expect(viewShown(one)).toBe('A4C');
    expect(made.mock.calls.map(([link, , how]) => [link.study_id, how])).toEqual([
      [A.study_id, 'made'],
      [A.study_id, 'undone'],
      [A.study_id, 'redone'],
    ]);
    await vi.advanceTimersByTimeAsync(0);
    expect(journal.records).toHaveLength(3);
  });

  it('brings back what an earlier session kept, and sends it', async () => {
    const { one, calls, journal } = world();
    await one.open(A);
    calls.save.mockRejectedValue(new Error('away'));
    label(one, 'A4C');
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    one.session?.end();
    calls.save.mockResolvedValue(stored(2));
    await one.open(A);
    expect(viewShown(one)).toBe('A4C');
    await vi.advanceTimersByTimeAsync(0);
    expect(journal.records).toEqual([]);
  });
});

describe('a save', () => {
  /** A curve of as many points as a traced border has after resampling. */
  const traced = (id: string): AnalysisImage => {
    const points = Array.from({ length: 50 }, (_, n) => ({
      id: `${id}-${n}`,
      x: 100 + n * 1.37,
      y: 200 - n * 0.913,
      type: 'mid_control_point',
    }));
    const lines = ['LV endo', 'LV epi', 'LA endo'].map((name) => ({ name, finished: true, shape: 'curve', pattern: 'normal', points }));
    const cycle = { end_diastole: { lines }, end_systole: { lines } };
    return { ...image(id, 'A4C'), segmentation: [cycle, cycle, cycle] as unknown as AnalysisImage['segmentation'] };
  };
  const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;
  const IMAGES = 40;

  it('of one gesture in a traced study of 40 images sends the one image', async () => {
    const images = Array.from({ length: IMAGES }, (_, n) => traced(`image-${n}`));
    const { one, calls } = world({ images });
    await one.open(A);
    const whole = bytesOf(images);
    one.session?.commit('image-7', {
      images: images.map((i) => (i.instance_id === 'image-7' ? { ...i, view: 'A2C' } : i)),
      missing_images: [],
    });
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    const body = calls.save.mock.calls[0]?.[0];
    expect(whole).toBeGreaterThan(2_000_000);
    // One image of forty, and the few fields around it.
    expect(bytesOf(body)).toBeLessThan(whole / IMAGES + 1000);
    expect(body?.changes?.images.map((i) => i.instance_id)).toEqual(['image-7']);
    expect(body).not.toHaveProperty('images');
  });

  it('of one gesture touches no other image: each stays the object that it was', async () => {
    const { one } = world({ images: Array.from({ length: 3 }, (_, n) => traced(`image-${n}`)) });
    await one.open(A);
    const before = [...(one.state.study?.images ?? [])];
    const changed = { ...traced('image-1'), view: 'A2C' };
    one.session?.commit('image-1', { images: before.map((i) => (i.instance_id === 'image-1' ? changed : i)), missing_images: [] });
    const after = one.state.study?.images ?? [];
    expect(after.map((i, n) => i === before[n])).toEqual([true, false, true]);
    changed.view = 'PLAX';
    expect(after[1]?.view).toBe('A2C');
    one.session?.undo('image-1');
    expect(one.state.study?.images.map((i) => i.view)).toEqual(['A4C', 'A4C', 'A4C']);
  });

  it('after another sends only what came since, and the removal of an image as its name', async () => {
    const { one, calls } = world({ images: [image('one', 'A4C'), image('two', 'PLAX')] });
    await one.open(A);
    one.session?.commit('one', { images: [image('one', 'A2C'), image('two', 'PLAX')], missing_images: [] });
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    one.session?.commit('two', { images: [image('one', 'A2C')], missing_images: [] });
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(calls.save.mock.calls[1]?.[0]).toMatchObject({ base_version: 2, changes: { images: [], removed: ['two'] } });
  });

  it('carries a gesture made on another image while one was under way', async () => {
    const { one, calls } = world({ images: [image('one', null), image('two', null)] });
    await one.open(A);
    const first = later<SaveAnswer>();
    calls.save.mockReturnValueOnce(first.promise);
    one.session?.commit('one', { images: [image('one', 'A2C'), image('two', null)], missing_images: [] });
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    one.session?.commit('two', { images: [image('one', 'A2C'), image('two', 'PLAX')], missing_images: [] });
    first.settle(stored(2));
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(calls.save.mock.calls[1]?.[0].changes).toMatchObject({ images: [{ instance_id: 'two', view: 'PLAX' }], removed: [] });
  });

  it('on top of a colleague carries only mine', async () => {
    const { one, calls } = world({ images: [image('one', null), image('two', null)] });
    await one.open(A);
    calls.save.mockResolvedValueOnce(theirs([image('one', null), image('two', 'PLAX')]));
    one.session?.commit('one', { images: [image('one', 'A2C'), image('two', null)], missing_images: [] });
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(calls.save.mock.calls[1]?.[0]).toMatchObject({ base_version: 9, changes: { images: [{ instance_id: 'one' }], removed: [] } });
    expect(calls.save.mock.calls[1]?.[0].changes?.images).toHaveLength(1);
  });

  it('still carries what was changed before kept work of an older version was taken in', async () => {
    const { one, calls, journal } = world({ images: [image('one', null), image('two', null)] });
    journal.put(unassignedName(ANNA.email, A.study_id), {
      at: 1,
      images: {
        one: { before: image('one', null), after: image('one', 'A2C') },
        two: { before: image('two', null), after: image('two', 'SAX') },
      },
      missing_images: [],
    });
    await one.open(A);
    one.session?.commit('one', { images: [image('one', 'A4C'), image('two', null)], missing_images: [] });
    await one.session?.takeUnassigned();
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    const sent = calls.save.mock.calls.flatMap(([body]) => body.changes?.images.map((i) => i.instance_id) ?? []);
    expect(new Set(sent)).toEqual(new Set(['one', 'two']));
  });
});

describe('two people on one image', () => {
  const timed = (view: string | null, end_diastole: number): AnalysisImage => ({
    ...image('one', view),
    cardiac_events: [{ id: 'c0', end_diastole }],
  });
  const base = () => world({ images: [timed(null, 1)] });
  const change = (one: OneStudy, to: AnalysisImage) => one.session?.commit('one', { images: [to], missing_images: [] });

  it('join where they changed different parts, without a question', async () => {
    const { one, calls } = base();
    await one.open(A);
    calls.save.mockResolvedValueOnce(theirs([timed(null, 7)]));
    change(one, timed('A4C', 1));
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(one.state.study?.conflicts).toBeNull();
    expect(calls.save).toHaveBeenCalledTimes(2);
    expect(calls.save.mock.calls[1]?.[0]).toMatchObject({
      base_version: 9,
      changes: { images: [{ view: 'A4C', cardiac_events: [{ end_diastole: 7 }] }] },
    });
  });

  it('meet in one part: my side is stored in the history before anything else, and taking theirs leaves my other parts', async () => {
    const { one, calls } = base();
    await one.open(A);
    calls.save.mockResolvedValueOnce(theirs([timed(null, 7)]));
    change(one, timed('A4C', 3));
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    const [, aside, merged] = calls.save.mock.calls.map(([body]) => body);
    expect(aside).toMatchObject({
      without_head: true,
      base_version: 1,
      changes: { images: [{ view: 'A4C', cardiac_events: [{ end_diastole: 3 }] }], removed: [] },
    });
    expect(merged).toMatchObject({ base_version: 9 });
    expect(merged).not.toHaveProperty('without_head');
    expect(one.state.study?.conflicts?.images.map(({ parts }) => parts)).toEqual([['timing']]);
    one.session?.resolveConflict('one', 'theirs');
    expect(one.state.study?.images).toMatchObject([{ view: 'A4C', cardiac_events: [{ end_diastole: 7 }] }]);
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(calls.save.mock.calls.filter(([body]) => body.without_head)).toHaveLength(1);
  });

  it('keep my side aside under one save_id until the server has it, and save nothing before that', async () => {
    const { one, calls } = base();
    await one.open(A);
    calls.save.mockResolvedValueOnce(theirs([timed(null, 7)])).mockRejectedValueOnce(new Error('away'));
    change(one, timed('A4C', 3));
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(calls.save).toHaveBeenCalledTimes(2);
    one.session?.resolveConflict('one', 'theirs');
    await vi.advanceTimersByTimeAsync(RETRY_AFTER_MS);
    const asides = calls.save.mock.calls.map(([body]) => body).filter((body) => body.without_head);
    expect(asides).toHaveLength(2);
    expect(asides[1]).toEqual(asides[0]);
    expect(asides[0]).toMatchObject({ changes: { images: [{ cardiac_events: [{ end_diastole: 3 }] }] } });
  });

  it('meet in what this browser kept, too', async () => {
    const { one, calls } = base();
    await one.open(A);
    calls.save.mockRejectedValue(new Error('away'));
    change(one, timed(null, 3));
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    one.session?.end();
    calls.save.mockReset().mockResolvedValue(stored(10));
    calls.open.mockResolvedValue(opened([timed('A4C', 7)], 9));
    await one.open(A);
    await vi.advanceTimersByTimeAsync(0);
    expect(one.state.study?.conflicts?.images.map(({ parts }) => parts)).toEqual([['timing']]);
    expect(calls.save.mock.calls[0]?.[0]).toMatchObject({
      without_head: true,
      base_version: 1,
      changes: { images: [{ view: null, cardiac_events: [{ end_diastole: 3 }] }] },
    });
    expect(calls.save.mock.calls[1]?.[0]).toMatchObject({
      base_version: 9,
      changes: { images: [{ view: 'A4C', cardiac_events: [{ end_diastole: 3 }] }] },
    });
  });
});

describe('exactly one study is current', () => {
  it('drops the response for a study that was left while it opened', async () => {
    const { one, calls } = world();
    const first = later<OpenedStudy>();
    calls.open.mockReturnValueOnce(first.promise).mockResolvedValueOnce(opened([image('one', 'PLAX')]));
    const openingA = one.open(A);
    await vi.advanceTimersByTimeAsync(0);
    const openingB = one.open(B);
    await openingB;
    first.settle(opened([image('one', 'A4C')]));
    await openingA;
    expect(one.state.study?.link.study_id).toBe(B.study_id);
    expect(viewShown(one)).toBe('PLAX');
  });

  it('drops the response for a person who left', async () => {
    const { one, calls, who } = world();
    const late = later<OpenedStudy>();
    calls.open.mockReturnValueOnce(late.promise);
    const opening = one.open(A);
    await vi.advanceTimersByTimeAsync(0);
    who.person = { ...ANNA, email: 'ben@site' };
    late.settle(opened([image('one', 'A4C')]));
    await opening;
    expect(one.state).toEqual({ study: null, failure: null });
  });

  it.each([
    ['a saved version', stored(2)],
    ['a conflict', theirs([image('one', 'PLAX')])],
  ])('lets %s that comes late, for a study that was left, touch nothing', async (_what, answer) => {
    const { one, calls, journal } = world();
    await one.open(A);
    const session = one.session;
    const late = later<SaveAnswer>();
    calls.save.mockReturnValueOnce(late.promise);
    label(one, 'A4C');
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    session?.end();
    const before = JSON.stringify(session?.study);
    late.settle(answer);
    await vi.advanceTimersByTimeAsync(RETRY_AFTER_MS * 2);
    expect(JSON.stringify(session?.study)).toBe(before);
    expect(journal.records).toHaveLength(1);
    expect(calls.save).toHaveBeenCalledTimes(1);
  });

  it('lets a response that comes after the person left change nothing, and saves nothing in the name of the next', async () => {
    const { one, calls, journal, who } = world();
    await one.open(A);
    const late = later<SaveAnswer>();
    calls.save.mockReturnValueOnce(late.promise);
    label(one, 'A4C');
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    who.person = { ...ANNA, email: 'ben@site' };
    const before = JSON.stringify(one.session?.study);
    late.settle(theirs([image('one', 'PLAX')]));
    await vi.advanceTimersByTimeAsync(RETRY_AFTER_MS * 2);
    expect(JSON.stringify(one.session?.study)).toBe(before);
    expect(journal.records).toHaveLength(1);
    expect(calls.save).toHaveBeenCalledTimes(1);
  });
});

describe('work that is kept', () => {
  const as = (role: RoleName): Person => ({ ...ANNA, role });

  it('in one role is not replayed into the work of another role of the same person', async () => {
    const { one, calls, who } = world();
    await one.open(A);
    calls.save.mockRejectedValue(new Error('away'));
    label(one, 'A4C');
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    one.session?.end();
    who.person = as('Ground-truth generator');
    await one.open(A);
    expect(viewShown(one)).toBeNull();
    one.session?.end();
    who.person = as('Editor');
    await one.open(A);
    expect(viewShown(one)).toBe('A4C');
  });

  describe('of a reading that is to be repeated', () => {
    const blind = as('Ground-truth generator');
    const unread = (): OpenedStudy => ({ ...opened([]), analysis: null });
    const early = (version: number) => ({ ...stored(version), earlier_pass: true }) as SaveAnswer;

    /** A blind reader's change on version 1 that did not reach the server before the repeat was assigned. */
    async function interrupted() {
      const made = world();
      made.who.person = blind;
      await made.one.open(A);
      made.calls.save.mockRejectedValue(new Error('away'));
      label(made.one, 'A4C');
      await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
      made.one.session?.end();
      made.calls.open.mockResolvedValue(unread());
      made.calls.save.mockReset();
      return made;
    }

    it('is stored with that reading before the repeat opens, which is empty', async () => {
      const { one, calls, journal, alerts } = await interrupted();
      calls.save.mockResolvedValue(early(2));
      await one.open(A);
      expect(calls.save).toHaveBeenCalledTimes(1);
      expect(calls.save.mock.calls[0]?.[0]).toMatchObject({ base_version: 1, changes: { images: [{ view: 'A4C' }], removed: [] } });
      expect(one.state.study?.images).toEqual([]);
      expect(journal.records).toEqual([]);
      expect(alerts.join()).toContain('One change kept in this browser was stored with your reading before this repeat.');
      await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
      expect(calls.save).toHaveBeenCalledTimes(1);
    });

    it('is put on top of what another browser stored with that reading', async () => {
      const { one, calls, journal } = await interrupted();
      calls.save.mockResolvedValueOnce(theirs([image('one', 'PLAX'), image('two', 'PSAX')])).mockResolvedValue(early(10));
      await one.open(A);
      expect(calls.save.mock.calls[1]?.[0]).toMatchObject({
        base_version: 9,
        changes: { images: [{ instance_id: 'one', view: 'A4C' }], removed: [] },
      });
      expect(one.state.study?.images).toEqual([]);
      expect(journal.records).toEqual([]);
    });

    it('keeps the repeat closed while it cannot be stored, and is still kept', async () => {
      const { one, calls, journal } = await interrupted();
      calls.save.mockRejectedValue(new Error('away'));
      await one.open(A);
      expect(one.state.failure).toBe('One change of your reading before this repeat, kept in this browser, must be stored first: away');
      expect(one.state.study).toBeNull();
      expect(journal.records).toHaveLength(1);
    });

    it('is brought back where the version it was made on is of the reading that opens', async () => {
      const { one, calls } = await interrupted();
      calls.open.mockResolvedValue(opened([image('one', null), image('two', 'PSAX')], 9));
      calls.save.mockResolvedValue(theirs([image('one', null), image('two', 'PSAX')]));
      await one.open(A);
      expect(viewShown(one)).toBe('A4C');
    });

    it('is never taken for work of the repeat that was made after all of it was sent', async () => {
      const { one, calls, who, journal } = world();
      who.person = blind;
      await one.open(A);
      label(one, 'A4C');
      await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
      expect(journal.records).toEqual([]);
      one.session?.end();
      calls.open.mockResolvedValue(unread());
      calls.save.mockRejectedValue(new Error('away'));
      await one.open(A);
      label(one, 'PLAX');
      await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
      one.session?.end();
      calls.save.mockReset().mockResolvedValue(stored(7));
      await one.open(A);
      expect(viewShown(one)).toBe('PLAX');
      await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
      expect(calls.save.mock.calls.map(([body]) => body.base_version)).toEqual([null]);
    });

    it('is shown once on a page that was open when the repeat was assigned', async () => {
      const { one, calls, who, alerts } = world();
      who.person = blind;
      await one.open(A);
      calls.save.mockResolvedValueOnce(early(2)).mockResolvedValue(early(3));
      for (const view of ['A4C', 'PLAX']) {
        label(one, view);
        await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
      }
      expect(alerts.filter((text) => text.includes('A repeat of this study was assigned to you'))).toHaveLength(1);
    });
  });

  const old = { at: 1, images: { one: { before: image('one', null), after: image('one', 'A2C') } }, missing_images: [] };

  it('of format 1, which names no role, waits for the person to name it', async () => {
    const { one, journal } = world();
    journal.put(unassignedName(ANNA.email, A.study_id), old);
    await one.open(A);
    expect(viewShown(one)).toBeNull();
    expect(one.state.study?.unassigned).toBe(1);
    await one.session?.takeUnassigned();
    expect(viewShown(one)).toBe('A2C');
    expect(one.state.study?.unassigned).toBe(0);
  });

  it('of format 1 belongs to the one role of a person who has no other that saves', async () => {
    const { one, journal, who } = world();
    who.person = { ...ANNA, savingRoles: ['Editor'] };
    journal.put(unassignedName(ANNA.email, A.study_id), old);
    await one.open(A);
    expect(viewShown(one)).toBe('A2C');
  });

  it('counts as kept only once it is written: a refusing store is reported, and written as soon as it takes it', async () => {
    const { one, calls, journal } = world();
    await one.open(A);
    journal.broken = 'The disk is full.';
    calls.save.mockRejectedValue(new Error('away'));
    label(one, 'A4C');
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(one.state.study?.save).toEqual({ state: 'offline', changes: 1, reason: 'away', unkept: 1 });
    expect(one.state.study?.notKept).toBe('The disk is full.');
    expect(one.session?.unkept).toBe(1);
    journal.broken = null;
    await vi.advanceTimersByTimeAsync(RETRY_AFTER_MS);
    expect(one.state.study?.save).toEqual({ state: 'offline', changes: 1, reason: 'away' });
    expect(one.state.study?.notKept).toBeNull();
    expect(one.session?.unkept).toBe(0);
  });

  it('does not prevent opening when it cannot be read', async () => {
    const { one, journal } = world({ images: [image('one', 'PLAX')] });
    journal.broken = 'blocked';
    await one.open(A);
    expect(viewShown(one)).toBe('PLAX');
    expect(one.state.study?.notKept).toBe('blocked');
    label(one, 'A4C');
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(one.state.study?.save.state).toBe('saved');
  });
});

describe('the network', () => {
  it('that the browser reports lost is shown at once, and used as soon as it is back', async () => {
    const { one, calls } = world();
    await one.open(A);
    label(one, 'A4C');
    one.session?.setOnline(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(one.state.study?.save).toMatchObject({ state: 'offline', changes: 1 });
    expect(one.state.study?.online).toBe(false);
    expect(calls.save).not.toHaveBeenCalled();
    one.session?.setOnline(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(one.state.study?.save.state).toBe('saved');
  });
});

describe('the history of an image', () => {
  const timed = (end_diastole: number, view: string | null = null): AnalysisImage => ({
    ...image('one', view),
    cardiac_events: [{ id: 'c0', end_diastole }],
  });
  const change = (one: OneStudy, to: AnalysisImage) => one.session?.commit('one', { images: [to], missing_images: [] });
  const names = (one: OneStudy): string[] => {
    one.session?.showHistory('one');
    return one.state.study?.history?.entries.map(({ name }) => name) ?? [];
  };
  /** The page is loaded again: the session ends, and the server opens what it has. */
  const again = async ({ one, calls }: ReturnType<typeof world>, images: AnalysisImage[], version = 2): Promise<void> => {
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    await one.close();
    calls.open.mockImplementation(async () => opened(images, version));
    await one.open(A);
  };

  it('outlasts a reload, with what can be redone', async () => {
    const it = world({ images: [timed(1)] });
    await it.one.open(A);
    change(it.one, timed(2));
    change(it.one, timed(3));
    it.one.session?.undo('one');
    await again(it, [timed(2)]);
    expect(names(it.one)).toEqual(['Mark moved, end diastole, cycle 1', 'Mark moved, end diastole, cycle 1']);
    expect(it.one.session?.redo('one')).toBe(true);
    expect(it.one.state.study?.images).toMatchObject([timed(3)]);
    it.one.session?.undo('one');
    it.one.session?.undo('one');
    expect(it.one.state.study?.images).toMatchObject([timed(1)]);
    expect(it.one.session?.undo('one')).toBe(false);
    expect(it.alerts.at(-1)).toBe('Nothing left to undo on this image');
  });

  it('has an entry for a save of another person that was merged, and never writes over their work', async () => {
    const { one, calls, alerts } = world({ images: [timed(1)] });
    await one.open(A);
    change(one, timed(2));
    calls.save.mockImplementationOnce(async () => theirs([timed(1, 'A4C')]));
    await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
    expect(names(one)).toEqual(['Mark moved, end diastole, cycle 1', 'Save of ben@site merged']);
    one.session?.undo('one');
    expect(alerts.at(-1)).toContain('Save of ben@site merged');
    one.session?.undo('one');
    expect(one.state.study?.images, 'their label stays').toMatchObject([timed(1, 'A4C')]);
    one.session?.redo('one');
    one.session?.redo('one');
    expect(one.state.study?.images).toMatchObject([timed(2, 'A4C')]);
  });

  it('reports that a part was changed elsewhere since, and leaves it', async () => {
    const it = world({ images: [timed(1)] });
    await it.one.open(A);
    change(it.one, timed(2));
    await again(it, [timed(7)], 3);
    expect(names(it.one).at(-1)).toBe('Changed elsewhere, by another person or in another tab');
    expect(it.one.session?.undo('one'), 'the entry of the change is crossed').toBe(true);
    expect(it.one.session?.undo('one')).toBe(false);
    expect(it.alerts.at(-1)).toContain('was changed elsewhere since');
    expect(it.one.state.study?.images).toMatchObject([timed(7)]);
  });

  it('of a blind reading is not shown in its repeat', async () => {
    const it = world({ images: [timed(1)] });
    it.who.person = { ...ANNA, role: 'Ground-truth generator' };
    await it.one.open(A);
    change(it.one, timed(2));
    await again(it, [timed(2)]);
    expect(names(it.one)).toHaveLength(1);
    await again(it, [], 9);
    expect(names(it.one)).toEqual([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(it.journal.entries.size).toBe(0);
  });

  it('keeps open caliper points, which are never sent', async () => {
    const it = world({ images: [timed(1)] });
    await it.one.open(A);
    const open = { template: 'Length', points: [{ x: 1, y: 2 }] };
    it.one.session?.commit('one', { images: [timed(1)], missing_images: [] }, { open });
    await again(it, [timed(1)], 1);
    expect(it.one.state.study?.open.get('one')).toEqual(open);
    expect(it.calls.save).not.toHaveBeenCalled();
    it.one.session?.undo('one');
    expect(it.one.state.study?.open.get('one')).toBeUndefined();
  });
});
