import { describe, expect, test } from 'vitest';
import { random } from '../tool-bench.ts';
import { TimingBench, type BenchOptions } from './test-bench.ts';
import { can } from './guards.ts';
import { marksOf } from './marks.ts';

const KINDS: readonly BenchOptions[] = [
  { modality: '2D', max: 3 },
  { modality: 'M-Mode', max: 2 },
  { modality: 'PW Doppler', max: 3 },
  { modality: 'CW Doppler', max: 1000 },
];

/** Anything a person may do, at random. */
function gesture(bench: TimingBench, next: () => number): void {
  const x = Math.round(next() * 1200) + next();
  const last = marksOf(bench.image).at(-1)?.at ?? 0;
  const doing = [
    () => bench.click(x),
    // Most marks lie a little after the one before.
    () => bench.click(last + next() * 60),
    () => bench.click(last + next() * 60),
    () => bench.markFrame(Math.min(Math.floor(last + next() * 9), 200)),
    () => bench.rightClick(x),
    () => bench.key('finish'),
    () => bench.key('undo'),
    () => bench.key('edit'),
    () => bench.drag(last + next() * 8, x),
    () => bench.key('next-event'),
    () => bench.key('previous-event'),
    () => bench.key('onset'),
    () => bench.key('far-right'),
    () => (next() < 0.2 ? bench.key('remove-all') : undefined),
    () => (next() < 0.1 ? bench.reload() : undefined),
    () => bench.send({ type: 'confirm' }),
    () => bench.send({ type: 'cancel' }),
  ];
  doing[Math.floor(next() * doing.length)]?.();
}

function expectSound(bench: TimingBench, where: string): void {
  const marks = marksOf(bench.image);
  const clip = bench.image.modality === '2D';
  for (const [at, mark] of marks.entries()) {
    const before = marks[at - 1];
    const alike = marks.slice(0, at).findLast(({ event }) => event === mark.event);
    if (alike) expect(mark.at - alike.at, where).toBeGreaterThan(clip ? 0 : 10);
    if (before && (clip || mark.event === 'end_systole' || before.event === 'end_systole'))
      expect(mark.at - before.at, where).toBeGreaterThan(0);
  }
  expect(new Set(bench.events.map(({ id }) => id)).size, where).toBe(bench.events.length);
  if (bench.image.modality !== 'PW Doppler')
    expect(bench.events.length, where).toBeLessThanOrEqual(bench.context.maxCycles + (clip ? 0 : 1));
  if (bench.status === 'finished' || bench.status === 'editing') {
    expect(bench.events.length, where).toBeGreaterThan(0);
    expect(bench.events.length, where).toBeLessThanOrEqual(bench.context.maxCycles);
    for (const events of bench.events)
      for (const [field, mark] of Object.entries(events)) if (field !== 'origins') expect(mark, `${where} ${field}`).not.toBe(false);
  }
}

describe.each(KINDS)('$modality with at most $max cycles', (options) => {
  test('random hands keep order, spacing, counts and identities', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const next = random(seed);
      const bench = new TimingBench(options);
      for (let step = 0; step < 60; step += 1) {
        gesture(bench, next);
        expectSound(bench, `seed ${seed} step ${step}`);
      }
    }
  });

  test('undo to empty and redo to the end give equal records', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const next = random(seed);
      const bench = new TimingBench(options);
      for (let mark = 0, at = 0; mark < 12; mark += 1) {
        at += 11 + Math.floor(next() * 40);
        bench.frame = at;
        bench.click(at);
        if (next() < 0.1) bench.key('finish');
      }
      const whole = bench.image;
      for (let step = 0; step < 60 && bench.events.length > 0; step += 1) {
        if (bench.status === 'selecting-cycles') break;
        bench.key('undo');
      }
      if (bench.status === 'selecting-cycles') continue;
      expect(bench.events, `seed ${seed}`).toEqual([]);
      while (bench.redo());
      expect(bench.image, `seed ${seed}`).toEqual(whole);
    }
  });
});

test('Ctrl+Z in finished first reopens, with every mark, and then takes the last one back', () => {
  const bench = new TimingBench({ modality: '2D', max: 1 });
  for (const frame of [5, 15]) bench.markFrame(frame);
  expect(bench.status).toBe('finished');
  bench.key('undo');
  expect(bench.image.is_annotated).toBe(false);
  expect(marksOf(bench.image)).toHaveLength(2);
  bench.key('undo');
  expect(marksOf(bench.image)).toHaveLength(1);
});

test('reopening a finished clip is a gesture that undo takes back', () => {
  const bench = new TimingBench({ modality: '2D', max: 1 });
  for (const frame of [5, 15]) bench.markFrame(frame);
  const finished = bench.image;
  bench.reload();
  expect(bench.key('undo'), 'nothing was done since').toBe(false);
  expect(bench.key('edit'), 'a clip is not edited').toBe(false);
  bench.key('reopen');
  expect(bench.status).toBe('annotating-diastole');
  expect(marksOf(bench.image)).toHaveLength(2);
  bench.key('undo');
  expect(bench.image).toEqual(finished);
});

test('Ctrl+Z while marks are edited takes back the last edit, and editing continues', () => {
  const bench = new TimingBench();
  bench.clicks(100, 200, 300);
  bench.key('finish');
  bench.key('edit');
  bench.drag(200, 230);
  bench.key('undo');
  expect(bench.events[0]?.onset_end).toBe(200);
  expect(bench.status).toBe('editing');
});

/** Button availability of the specification: a row for each state. */
test('buttons are there as specified', () => {
  const at = (bench: TimingBench) => {
    const { undo, finish, edit, removeAll, diastole, systole, onset } = can(bench.state, bench.context);
    const names = Object.entries({ undo, finish, edit, removeAll, diastole, systole, onset }).filter(([, there]) => there);
    return `${bench.status}: ${names.map(([name]) => name).join(' ')}`;
  };
  const rows: string[] = [];
  const doppler = new TimingBench({ max: 2 });
  rows.push(at(doppler));
  doppler.clicks(100, 200, 300);
  doppler.key('finish');
  rows.push(at(doppler));
  doppler.key('edit');
  rows.push(at(doppler));
  const many = new TimingBench({ max: 1 });
  many.clicks(100, 200, 300);
  many.key('finish');
  rows.push(at(many));
  const clip = new TimingBench({ modality: '2D', max: 1 });
  rows.push(at(clip));
  clip.markFrame(1);
  rows.push(at(clip));
  clip.markFrame(9);
  rows.push(at(clip));
  rows.push(at(new TimingBench({ context: { mayChange: false } })));
  expect(rows).toEqual([
    'annotating-onsets: undo finish removeAll onset',
    'finished: edit removeAll',
    'editing: finish removeAll onset',
    'selecting-cycles: finish',
    'annotating-diastole: undo finish removeAll diastole',
    'annotating-systole: undo finish removeAll systole',
    'finished: removeAll',
    'unactive: ',
  ]);
});

test('proposals are not marks until a user accepts them, and keep their proposed place', () => {
  const proposals = [100, 200, 205, 300].map((position) => ({ event: 'onset', position, method: 'r-waves', method_version: '1' }) as const);
  const bench = new TimingBench({ context: { proposals } });
  expect(bench.keys()).toEqual(expect.arrayContaining(['accept', 'accept-all', 'drop']));
  expect(bench.events).toEqual([]);
  bench.key('accept');
  expect(bench.events[0]).toMatchObject({
    onset_start: 100,
    origins: { onset_start: { origin: 'proposed', method: 'r-waves', proposed: 100 } },
  });
  bench.key('drop');
  bench.key('accept');
  expect(bench.events[0]?.onset_end).toBe(205);
  bench.key('undo');
  bench.key('undo');
  bench.key('accept-all');
  bench.key('finish');
  expect(bench.events.map(({ onset_start, onset_end }) => [onset_start, onset_end])).toEqual([
    [100, 205],
    [205, 300],
  ]);
  bench.key('edit');
  bench.drag(205, 220);
  expect(bench.events[0]?.origins?.onset_end).toEqual({ origin: 'proposed', method: 'r-waves', method_version: '1', proposed: 205 });
  expect(new TimingBench().keys()).not.toContain('accept');
});
