/** For random gestures of all tools: undo and redo are symmetrical, also across a reload, and every key changes something or explains why not. */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnalysisImage, ImageModality } from '@echometry/contract/generated/analysis-image.ts';
import { allLines } from '@echometry/contract/rules/cardiac-events.ts';
import { MAX_HISTORY } from '../study/store/history.ts';
import { messages } from '../study/messages.ts';
import { SCALE_MARKS } from '../tools/calibration/state.ts';
import { marksOf } from '../tools/cycle-timing/marks.ts';
import { SECONDARY } from '../tools/port.ts';
import { AllToolsBench, type Page } from './all-tools-bench.ts';
import { clipCycles, stripCycles } from '../tools/contours/test-bench.ts';
import { loadEngine, random } from '../tools/tool-bench.ts';

beforeAll(loadEngine);
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Kind {
  type: string;
  modality: ImageModality;
  cycles: AnalysisImage['cardiac_events'];
}
const KINDS: readonly Kind[] = [
  { type: '4-chamber 2D', modality: '2D', cycles: clipCycles([5, 15], [25, 35]) },
  { type: 'LV M-Mode', modality: 'M-Mode', cycles: stripCycles([100, 300], [300, 500]) },
  {
    type: 'Mitral inflow',
    modality: 'PW Doppler',
    cycles: [
      { id: 'c0', onset_start: 100, onset_end: 300 },
      { id: 'c1', onset_start: 300, onset_end: 500 },
    ],
  },
];

const PAGES: readonly Page[] = ['timing', 'segmentation'];

/** Points and marks that are there, for hands to meet. */
function placesOf({ image, session }: AllToolsBench): { x: number; y: number }[] {
  if (!image) return [];
  return [
    ...allLines(image).flatMap(({ points }) => points),
    ...image.measurements_caliper.flatMap(({ points }) => points.pixel),
    ...(session.study.open.get(image.instance_id)?.points ?? []),
    ...marksOf(image).map(({ at }) => ({ x: at, y: 150 })),
  ];
}

/** Anything a person may do, at random. */
function gesture(bench: AllToolsBench, next: () => number): string {
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(next() * all.length)];
  const page = next() < 0.25 ? 'timing' : 'segmentation';
  const near = pick(placesOf(bench));
  const somewhere = (): [number, number] =>
    near && next() < 0.5 ? [near.x + (next() - 0.5) * 8, near.y + (next() - 0.5) * 8] : [80 + next() * 500, 100 + next() * 255];
  const doing: [string, () => void][] = [
    ['press', () => bench.press(page, ...somewhere())],
    ['press', () => bench.press(page, ...somewhere())],
    ['press', () => bench.press(page, ...somewhere())],
    ['drag', () => bench.drag(page, somewhere(), somewhere())],
    ['right click', () => bench.press(page, ...somewhere(), SECONDARY)],
    ['key', () => void bench.stack(page).act(pick(bench.stack(page).actions()) ?? '')],
    ['key', () => void bench.stack(page).act(pick(bench.stack(page).actions()) ?? '')],
    ['key', () => void bench.stack(page).act(pick(bench.stack(page).actions()) ?? '')],
    ['frame', () => (bench.frame = pick([5, 15, 25, 35, 40]) ?? 5)],
    ['undo', () => bench.step('before')],
    ['redo', () => bench.step('after')],
    ['quality', () => (next() < 0.2 ? bench.judge(pick(['yes', 'no', null] as const) ?? null) : undefined)],
    ['calibration', () => (next() < 0.2 ? bench.calibrate(Math.round(150 + next() * 150)) : undefined)],
    ['scale', () => (next() < 0.1 ? bench.mark(page, pick(SCALE_MARKS) ?? 'zero') : undefined)],
    ['name', () => bench.rename(pick(bench.image?.measurements_caliper ?? [])?.id ?? '', pick(['', 'Annulus', 'Sinus']) ?? '')],
    ['labels', () => (next() < 0.05 ? bench.label(pick(bench.labels) ?? { kind: 'view', view: 'A4C' }) : undefined)],
  ];
  const [name, act] = pick(doing) ?? ['nothing', () => undefined];
  bench.counted(act);
  return name;
}

const begin = async ({ type, modality, cycles }: Kind, seed: number): Promise<AllToolsBench> => {
  const timed = seed % 3 > 0;
  const bench = new AllToolsBench(type, modality, timed ? { cardiac_events: cycles, is_annotated: true } : {});
  await bench.open();
  return bench;
};

/** The page is loaded again, with or without its work on the server. */
async function reload(bench: AllToolsBench, saved: boolean): Promise<void> {
  if (saved) await bench.session.saveNow();
  await vi.advanceTimersByTimeAsync(0);
  bench.session.end();
  await bench.open();
}

/** Lines that are drawn without any cycle get one, without marks, when they are read again (contract/rules/image-formats.ts). */
function withoutEmptyCycles(record: unknown): unknown {
  const { images, ...rest } = record as { images: AnalysisImage[] };
  const isMarked = ({ id: _id, ...marks }: AnalysisImage['cardiac_events'][number]): boolean => Object.keys(marks).length > 0;
  return { ...rest, images: images.map((image) => ({ ...image, cardiac_events: image.cardiac_events.filter(isMarked) })) };
}

function undoAll(bench: AllToolsBench, where: string): unknown[] {
  const records: unknown[] = [bench.record];
  for (let step = 0; bench.step('before'); step += 1) {
    records.push(bench.record);
    expect(step, `${where}: undo comes to an end`).toBeLessThan(MAX_HISTORY);
  }
  expect(bench.said.at(-1), where).toBe(messages.history.nothingLeft.before);
  return records;
}

describe.each(KINDS)('$type', (kind) => {
  test('n undos and n redos give an equal record, for any gestures of any tools', async () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const where = `seed ${seed}`;
      const next = random(seed);
      const bench = await begin(kind, seed);
      const untouched = bench.record;
      for (let step = 0; step < 60; step += 1) gesture(bench, next);
      const records = undoAll(bench, where);
      if (bench.length < MAX_HISTORY) expect(bench.record, `${where}: all undone`).toEqual(untouched);
      for (const record of records.toReversed().slice(1)) {
        expect(bench.step('after'), where).toBe(true);
        expect(bench.record, `${where}: as it was before its undo`).toEqual(record);
      }
      bench.session.end();
    }
  });

  test('a reload at any time changes neither what can be undone nor what can be redone', async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const where = `seed ${seed}`;
      const next = random(seed * 7);
      const bench = await begin(kind, seed);
      const untouched = bench.record;
      for (let step = 0; step < 50; step += 1) {
        gesture(bench, next);
        if (next() < 0.06) await reload(bench, next() < 0.5);
      }
      const whole = bench.record;
      const undos = Math.floor(next() * bench.length);
      for (let step = 0; step < undos; step += 1) bench.step('before');
      await reload(bench, next() < 0.5);
      while (bench.step('after'));
      const end = bench.record;
      const records = undoAll(bench, where);
      if (bench.length < MAX_HISTORY) expect(withoutEmptyCycles(bench.record), `${where}: all undone`).toEqual(untouched);
      await reload(bench, true);
      for (let step = 1; step < records.length; step += 1) expect(bench.step('after'), where).toBe(true);
      expect(withoutEmptyCycles(bench.record), where).toEqual(withoutEmptyCycles(end));
      const known = records.map(withoutEmptyCycles);
      expect(known, `${where}: as it was before the reload`).toContainEqual(withoutEmptyCycles(whole));
      bench.session.end();
    }
  });

  test('no gesture keeps a tool busy without end, and every key that works changes something or explains why not', async () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const next = random(seed * 13);
      const bench = await begin(kind, seed);
      for (let step = 0; step < 50; step += 1) {
        gesture(bench, next);
        for (const page of PAGES) {
          const actions = bench.stack(page).actions();
          const action = actions[Math.floor(next() * actions.length)];
          if (action === undefined) continue;
          const before = {
            record: bench.session.study.images,
            open: bench.session.study.open,
            said: bench.said.length,
            effects: bench.effects,
          };
          let stepped = false;
          const stop = bench.stack(page).subscribe(() => (stepped = true));
          bench.counted(() => void bench.stack(page).act(action));
          stop();
          const changed =
            stepped ||
            bench.session.study.images !== before.record ||
            bench.session.study.open !== before.open ||
            bench.said.length > before.said ||
            bench.effects > before.effects;
          expect(changed, `seed ${seed}, step ${step}: ${action} on the page of ${page}`).toBe(true);
        }
      }
      bench.session.end();
    }
  });
});

test('while the caliper is in hand, undo takes back its points and leaves the lines below', async () => {
  const bench = await begin(KINDS[0] as Kind, 1);
  bench.frame = 5;
  for (const [x, y] of [
    [200, 300],
    [300, 300],
    [250, 200],
  ] as const)
    bench.press('segmentation', x, y);
  const drawn = bench.image?.segmentation;
  bench.stack('segmentation').act('segmentation.caliper');
  bench.press('segmentation', 400, 200);
  bench.press('segmentation', 450, 250);
  bench.frame = 20;
  bench.step('before');
  expect(bench.frame, 'its frame comes first').toBe(5);
  expect(bench.session.study.open.get('2.25.1')?.points).toHaveLength(1);
  bench.step('before');
  expect(bench.session.study.open.size).toBe(0);
  expect(bench.image?.segmentation).toEqual(drawn);
  bench.step('after');
  bench.step('after');
  bench.stack('segmentation').act('segmentation.caliper-save');
  expect(bench.image?.measurements_caliper).toHaveLength(1);
  bench.step('before');
  expect(bench.image?.measurements_caliper).toHaveLength(0);
  expect(bench.session.study.open.get('2.25.1')?.points, 'saved points are open again').toHaveLength(2);
  bench.session.end();
});

test('a right click on a caliper removes it with a message, and undo brings it back', async () => {
  const bench = await begin(KINDS[0] as Kind, 1);
  bench.frame = 5;
  bench.stack('segmentation').act('segmentation.caliper');
  bench.press('segmentation', 400, 200);
  bench.press('segmentation', 450, 250);
  bench.stack('segmentation').act('segmentation.caliper-save');
  const saved = bench.image?.measurements_caliper;
  bench.press('segmentation', 400, 200, SECONDARY);
  expect(bench.image?.measurements_caliper).toEqual([]);
  expect(bench.said.at(-1)).toBe('Caliper Length was removed. Undo brings it back.');
  bench.step('before');
  expect(bench.image?.measurements_caliper).toEqual(saved);
  bench.session.end();
});

test('the name of a caliper is a step of the history', async () => {
  const bench = await begin(KINDS[0] as Kind, 1);
  bench.frame = 5;
  bench.stack('segmentation').act('segmentation.caliper');
  bench.press('segmentation', 400, 200);
  bench.press('segmentation', 450, 250);
  bench.stack('segmentation').act('segmentation.caliper-save');
  const name = (): string | null | undefined => bench.image?.measurements_caliper[0]?.name;
  const id = bench.image?.measurements_caliper[0]?.id ?? '';
  for (const given of ['Annulus', 'Sinus']) bench.rename(id, given);
  bench.step('before');
  expect(name()).toBe('Annulus');
  bench.step('before');
  expect(name()).toBeUndefined();
  bench.step('after');
  bench.step('after');
  expect(name()).toBe('Sinus');
  bench.session.end();
});

test('undo stops where the gestures end: stored work stays', async () => {
  const [, , doppler] = KINDS;
  const bench = await begin(doppler as Kind, 1);
  const stored = bench.record;
  expect(bench.step('before')).toBe(false);
  expect(bench.said).toEqual(['Nothing left to undo on this image']);
  expect(bench.record).toEqual(stored);
  bench.session.end();
});
