import { beforeAll, describe, expect, test } from 'vitest';
import { can } from './guards.ts';
import { heldOf } from './trace.ts';
import { ENGINE_RULES, loadEngine, random } from '../tool-bench.ts';
import { INFLOW, STRIP, TraceBench, type BenchOptions } from './test-bench.ts';

beforeAll(loadEngine);

const KINDS: readonly (BenchOptions & { type: string })[] = [
  { type: 'Mitral inflow' },
  { type: 'Aortic outflow', onsets: [50, 240, 420] },
  { type: 'Umbilical artery', onsets: [60, 130, 220, 290, 371] },
  { type: 'Umbilical Vein', onsets: [100, 300, 500] },
  // As narrow as cycles can be: the ten points of this pattern have a pixel each.
  { type: 'RV tissue Doppler', onsets: [100, 111, 130] },
];

/** A point somewhere near one that is there, or anywhere. */
function somewhere(bench: TraceBench, next: () => number): [number, number] {
  const points = bench.places(bench.cycle);
  const near = points[Math.floor(next() * points.length)];
  if (near && next() < 0.6) return [near[0] + (next() - 0.5) * 12, near[1] + (next() - 0.5) * 12];
  return [50 + next() * 720, 60 + next() * 340];
}

/** Anything a person may do, at random. */
function gesture(bench: TraceBench, next: () => number): void {
  const [x, y] = somewhere(bench, next);
  const last = bench.places(bench.cycle).at(-1);
  const doing = [
    () => bench.click(x, y, { shift: next() < 0.2 }),
    // Most points lie a little after the one before.
    () => bench.click((last?.[0] ?? 100) + next() * 40, 100 + next() * 250),
    () => bench.click((last?.[0] ?? 100) + next() * 40, 100 + next() * 250),
    () => bench.drag([x, y], somewhere(bench, next)),
    () => bench.drag([999, bench.context.strip?.baseline ?? 0], [999, 100 + next() * 255]),
    () => bench.rightClick(x, y),
    () => bench.move(x, y),
    () => bench.key('segmentation.place'),
    () => bench.key('segmentation.undo'),
    () => bench.key('segmentation.undo'),
    () => bench.key('segmentation.next-event'),
    () => bench.key('segmentation.previous-event'),
    () => bench.key('segmentation.next-point'),
    () => bench.key('segmentation-point.far-right'),
    () => bench.key('segmentation-point.fine-up'),
    () => bench.key('segmentation.delete-point'),
    () => (next() < 0.3 ? bench.key('segmentation.finish') : undefined),
    () => bench.key('segmentation.edit'),
    () => (next() < 0.1 ? bench.key('segmentation.remove-all') : undefined),
    () => (next() < 0.05 ? bench.key('segmentation.remove-last-cycle') : undefined),
    () => (next() < 0.2 ? bench.send({ type: 'predict-cycles', on: next() < 0.6 }) : undefined),
    () => (next() < 0.1 ? bench.send({ type: 'pattern', name: bench.type.patterns.at(-1)?.name ?? '' }) : undefined),
    () => bench.send({ type: 'aliasing', to: { up: next() * 80, down: next() * 20 - 5 }, done: true }),
    () => (next() < 0.1 ? bench.reload() : undefined),
    () => (next() < 0.2 ? bench.redo() : undefined),
  ];
  doing[Math.floor(next() * doing.length)]?.();
}

function expectSound(bench: TraceBench, where: string): void {
  const { image } = bench;
  const ids = image.segmentation.flatMap(({ lines }) => lines ?? []).flatMap(({ points }) => points.map(({ id }) => id));
  expect(new Set(ids).size, `${where}: ids`).toBe(ids.length);
  for (const cycle of image.cardiac_events.keys()) {
    const line = bench.line(cycle);
    if (!line || line.points.length === 0) continue;
    for (const [place, { x }] of line.points.entries()) {
      const before = line.points[place - 1];
      if (before) expect(x - before.x, `${where}: order and spacing`).toBeGreaterThanOrEqual(1 - 1e-9);
    }
    const zero = bench.context.strip?.baseline ?? null;
    const held = ENGINE_RULES.applyPins(line.points, heldOf(image, cycle, zero));
    expect(
      line.points.map(({ x, y }) => [x, y]),
      `${where}: pins`,
    ).toEqual(held.map(({ x, y }) => [x, y]));
    const pattern = bench.type.patterns.find(({ name }) => name === line.pattern)?.lines[0];
    const named = line.points
      .filter(({ type }) => type !== 'mid_control_point' && !type.startsWith('user-defined_'))
      .map(({ type }) => type);
    const wanted = pattern?.control_points.map(({ type }) => type) ?? [];
    if (line.finished) expect(named, `${where}: a finished line has its points`).toEqual(wanted);
    else expect(named, where).toEqual(wanted.slice(0, named.length));
  }
  const done = [...image.cardiac_events.keys()].filter((cycle) => bench.line(cycle)?.finished).length;
  expect(image.cycles_segmented, where).toBe(done);
  expect(image.is_segmented, where).toBe(done > 0 && done === image.cardiac_events.length);
}

describe.each(KINDS)('$type', (options) => {
  test('random hands keep order, spacing, pins, names, counts and identities', () => {
    for (let seed = 1; seed <= 30; seed += 1) {
      const next = random(seed);
      const bench = new TraceBench(options);
      for (let step = 0; step < 50; step += 1) {
        gesture(bench, next);
        expectSound(bench, `seed ${seed} step ${step}`);
      }
    }
  });

  test('undo to empty and redo to the end give equal records', () => {
    for (let seed = 1; seed <= 15; seed += 1) {
      const next = random(seed);
      const bench = new TraceBench(options);
      const empty = bench.image;
      for (let press = 0; press < 40 && bench.status !== 'finished'; press += 1) {
        const onset = bench.image.cardiac_events[bench.cycle]?.onset_start;
        const from = bench.places(bench.cycle).at(-1)?.[0] ?? (typeof onset === 'number' ? onset : 0);
        if (bench.status === 'segmenting') bench.click(from + 2 + next() * 30, 110 + next() * 240);
        else bench.key('segmentation.next-event');
      }
      const whole = bench.image;
      for (let step = 0; step < 200 && bench.image.segmentation.length > 0; step += 1) bench.key('segmentation.undo');
      expect(bench.image, `seed ${seed}`).toEqual(empty);
      while (bench.redo());
      expect(bench.image, `seed ${seed}`).toEqual(whole);
    }
  });
});

const traced = () => {
  const bench = new TraceBench();
  bench.clicks(...INFLOW);
  return bench;
};

test('Ctrl+Z in finished first reopens, with every trace', () => {
  const bench = traced();
  bench.finishAll();
  bench.key('segmentation.undo');
  expect(bench.status, 'what f accepted waits again').toBe('editing-segmentation');
  expect(bench.progress).toEqual(['traced', 'pending', 'pending']);
  bench.key('segmentation.undo');
  expect(bench.progress, 'the last point is gone, and the copies with it').toEqual(['begun', 'none', 'none']);
  bench.redo();
  bench.redo();
  expect(bench.progress).toEqual(['traced', 'traced', 'traced']);
});

test('Ctrl+Z while finished traces are edited takes back the last edit, and editing continues', () => {
  const bench = traced();
  bench.finishAll();
  bench.key('segmentation.edit');
  const whole = bench.image;
  bench.drag([180, 120], [190, 130]);
  bench.key('segmentation.undo');
  expect(bench.image).toEqual(whole);
  expect(bench.status).toBe('editing');
});

test('a correction of aliasing and a zero line are taken back, also before anything is traced', () => {
  const bench = new TraceBench();
  const untouched = bench.image;
  bench.send({ type: 'aliasing', to: { up: 30, down: 0 }, done: true });
  bench.drag([999, 200], [999, 230]);
  expect(bench.image.calibration?.baseline_y).toBe(230);
  bench.key('segmentation.undo');
  expect(bench.image.calibration).toBeNull();
  bench.key('segmentation.undo');
  expect(bench.image).toEqual(untouched);
});

/** Button availability of the specification: a row for each state. */
test('buttons are there as specified', () => {
  const at = (bench: TraceBench) => {
    const { undo, finish, edit, removeAll, removeLastCycle } = can(bench.state, bench.context);
    const names = Object.entries({ undo, finish, edit, removeAll, removeLastCycle }).filter(([, there]) => there);
    return `${bench.status}: ${names.map(([name]) => name).join(' ')}`;
  };
  const bench = new TraceBench();
  const rows = [at(bench)];
  bench.clicks(...INFLOW);
  rows.push(at(bench));
  bench.finishAll();
  rows.push(at(bench));
  bench.key('segmentation.edit');
  rows.push(at(bench));
  rows.push(
    at(new TraceBench({ max: 1 })),
    at(new TraceBench({ context: { mayChange: false } })),
    at(new TraceBench({ onsets: [100, 300] })),
  );
  expect(rows).toEqual([
    'segmenting: undo finish removeAll removeLastCycle',
    'editing-segmentation: finish removeAll removeLastCycle',
    'finished: edit removeAll removeLastCycle',
    'editing: finish removeAll removeLastCycle',
    'selecting-cycles: finish',
    'unactive: ',
    'segmenting: undo finish removeAll',
  ]);
});

test('a point never leaves the rows of the strip and of a correction of aliasing', () => {
  const bench = new TraceBench({ type: 'Aortic outflow' });
  bench.send({ type: 'aliasing', to: { up: 40, down: 0 }, done: true });
  bench.clicks([100, 200], [120, 200], [160, 390], [220, 200], [299, 200]);
  bench.drag([160, 390], [160, 900]);
  expect(bench.places()[2]).toEqual([160, STRIP.bottom + 40]);
});
