/** Lines on every frame in a study session: kept with the gesture that brings them in, sent once, read when they are needed. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnalysisImage, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import type { AnalysisRecord } from '@echometry/contract/records/analysis.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import type { StudyLink } from '../../lib/study-link.ts';
import { MemoryJournal } from './memory-journal.ts';
import { OneStudy } from './one-study.ts';
import type { OpenedStudy, Person, StudyCalls, StudyPorts } from './ports.ts';
import { SAVE_AFTER_MS, type SaveAnswer } from './save-queue.ts';

const ANNA: Person = { email: 'anna@site', role: 'Editor', savingRoles: ['Editor'] };
const LINK: StudyLink = {
  study_id: '7_20261118',
  study_date: '2026-11-18',
  patient_id: 7,
  patient_id_show: 'P7',
  data_type: 'adult',
  project: 'heart',
};

const LINES: SequenceLines = {
  format: 1,
  lines: [
    {
      name: 'LV endo',
      shape: 'endo-epi',
      types: ['septum wall ring'],
      frames: [1, 2].map((frame_number) => ({ frame_number, points: [[0.1 + frame_number, 7]], quality: [0.75], drift_px: [null] })),
    },
  ],
};
const HASH = createHash('sha256').update(JSON.stringify(LINES)).digest('hex');

const image = (hash: string | null, view: string | null = null): AnalysisImage => ({
  ...blankImage({ instance_id: 'one', filename: 'one.dcm', active: true, metadata: null }, 'adult'),
  view,
  segmentation:
    hash === null
      ? []
      : [{ sequence: { from_frame: 1, to_frame: 2, method: 'speckle-tracking', method_version: '3', anchors: [], lines_sha256: hash } }],
});

function world(stored: AnalysisImage = image(null), journal = new MemoryJournal()) {
  const alerts: string[] = [];
  const opened = {
    project: { image_requirements: [], unique_reference: false },
    files: { study: {}, selection_stored: true, images: [] },
    analysis: { images: [stored], missing_images: [], version: 1, editor: ANNA.email, updated_at: 5 } as unknown as AnalysisRecord,
    config: { versions: {}, refused: [] },
  } as unknown as OpenedStudy;
  let version = 1;
  const calls = {
    open: vi.fn<StudyCalls['open']>(async () => opened),
    save: vi.fn<StudyCalls['save']>(async () => ({ conflict: false, version: (version += 1), updated_at: 1000 }) as SaveAnswer),
    sequences: vi.fn<StudyCalls['sequences']>(async () => ({ [HASH]: LINES })),
    hold: vi.fn<StudyCalls['hold']>(async () => true),
  };
  const ports: StudyPorts = {
    calls,
    journal,
    now: () => 1000,
    person: () => ANNA,
    online: () => true,
    say: (text) => alerts.push(text),
  };
  return { one: new OneStudy(ports), calls, journal, alerts };
}

const commit = (one: OneStudy, next: AnalysisImage): void => {
  one.session?.commit('one', { images: [next], missing_images: [] });
};

/** Accepts the lines, as the tool does. */
async function accept(one: OneStudy): Promise<void> {
  const hash = await one.session?.sequences.hold(LINES);
  expect(hash).toBe(HASH);
  commit(one, image(HASH));
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('they are sent with the gesture that brings them in, and not with later ones', async () => {
  const { one, calls } = world();
  await one.open(LINK);
  await accept(one);
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
  expect(calls.save.mock.calls[0]?.[0].sequences).toEqual([LINES]);
  commit(one, image(HASH, 'A4C'));
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
  expect(calls.save.mock.calls[1]?.[0]).toMatchObject({ changes: { images: [{ view: 'A4C' }] } });
  expect(calls.save.mock.calls[1]?.[0].sequences).toBeUndefined();
});

test('a page that is closed before they were sent finds them in the journal', async () => {
  const first = world();
  first.calls.save.mockRejectedValue(new Error('no network'));
  await first.one.open(LINK);
  await accept(first.one);
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
  expect(first.journal.records).toHaveLength(1);
  const { one, calls } = world(image(null), first.journal);
  await one.open(LINK);
  expect(one.session?.sequences.of(HASH)).toEqual(LINES);
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
  expect(calls.save.mock.calls[0]?.[0].sequences).toEqual([LINES]);
});

test('an acceptance that was undone before it was saved can be redone after a reload', async () => {
  const first = world();
  await first.one.open(LINK);
  await accept(first.one);
  first.one.session?.undo('one');
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
  expect(first.calls.save.mock.calls[0]?.[0].sequences).toBeUndefined();
  const { one, calls } = world(image(null), first.journal);
  await one.open(LINK);
  expect(one.session?.redo('one')).toBe(true);
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
  expect(calls.save.mock.calls[0]?.[0].sequences).toEqual([LINES]);
});

test('a step of the history that names lines which are nowhere any more is refused', async () => {
  const { one, journal, alerts } = world();
  await one.open(LINK);
  await accept(one);
  one.session?.undo('one');
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
  for (const [id, { sequences: _gone, ...entry }] of journal.entries) journal.entries.set(id, entry);
  const again = world(image(null), journal);
  await again.one.open(LINK);
  expect(again.one.session?.redo('one')).toBe(false);
  expect([...alerts, ...again.alerts]).toHaveLength(1);
});

test('they are read from the server once, when an image that names them is shown', async () => {
  const { one, calls } = world(image(HASH));
  await one.open(LINK);
  expect(one.session?.sequences.of(HASH)).toBeNull();
  const told = vi.fn<() => void>();
  one.session?.sequences.subscribe(told);
  await one.session?.sequences.load([image(HASH)]);
  await one.session?.sequences.load([image(HASH)]);
  expect(calls.sequences).toHaveBeenCalledTimes(1);
  expect(calls.sequences.mock.calls[0]?.[1]).toEqual([HASH]);
  expect(one.session?.sequences.of(HASH)).toEqual(LINES);
  expect(told).toHaveBeenCalledTimes(1);
});

test('a second load of lines that are being read waits for the same request', async () => {
  const { one, calls } = world(image(HASH));
  await one.open(LINK);
  const sequences = one.session?.sequences;
  await Promise.all(
    [1, 2].map(async () => {
      await sequences?.load([image(HASH)]);
      expect(sequences?.of(HASH)).toEqual(LINES);
    }),
  );
  expect(calls.sequences).toHaveBeenCalledTimes(1);
});
