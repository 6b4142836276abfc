/** Whatever hands and keys do, lines stay sound; undo leads to nothing and redo back to the end. */
import { beforeAll, describe, expect, test } from 'vitest';
import { needsOf } from '../lines/definition.ts';
import { loadEngine, random, shippedType } from '../tool-bench.ts';
import { clipCycles, ContourBench, stripCycles, type BenchOptions } from './test-bench.ts';

beforeAll(loadEngine);

const KINDS: readonly BenchOptions[] = [
  { type: '4-chamber 2D', cycles: clipCycles([5, 15], [25, 35]) },
  { type: 'Short axis 2D', cycles: clipCycles([1, 9], [20, 30]) },
  { type: 'Parasternal long axis 2D', cycles: clipCycles([1, 9]) },
  { type: 'Valves 2D', cycles: clipCycles([1, 9]) },
  { type: 'Head butterfly' },
  { type: 'LV M-Mode', cycles: stripCycles([100, 300], [300, 500]) },
  { type: 'TAPSE', cycles: stripCycles([100, 300], [320, 500]) },
];

const anywhere = (next: () => number): readonly [number, number] => [next() * 820 - 10, next() * 620 - 10];

/** Puts the frame of the place on the screen, as a person does before drawing. */
function look(bench: ContourBench): void {
  const { place, line } = bench.work;
  const marked = place.event === null ? line?.frame_number : bench.image.cardiac_events[place.cycle]?.[place.event];
  if (typeof marked === 'number') bench.frame = marked;
}

/** Anything a person may do, at random. */
function gesture(bench: ContourBench, next: () => number): void {
  const [x, y] = anywhere(next);
  const points = bench.work.line?.points ?? [];
  const point = points[Math.floor(next() * points.length)];
  look(bench);
  const doing = [
    () => bench.click(x, y),
    () => bench.click(x, y),
    () => bench.click(x, y),
    () => (point ? bench.drag([point.x, point.y], [x, y]) : undefined),
    () => (point ? bench.rightClick(point.x, point.y) : undefined),
    () => bench.rightClick(x, y),
    () => bench.key('finish'),
    () => bench.key('finish'),
    () => bench.key('undo'),
    () => bench.key('edit'),
    () => bench.key('next-event'),
    () => bench.key('previous-event'),
    () => bench.key('next-shape'),
    () => bench.key('previous-shape'),
    () => bench.key('predict'),
    () => bench.key('next-point'),
    () => bench.key('segmentation-point.far-right'),
    () => bench.key('delete-point'),
    () => bench.key('add-point'),
    () => bench.send({ type: 'thickness', to: next() * 0.2, done: true }),
    () => (next() < 0.2 ? bench.key('finish-all') : undefined),
    () => (next() < 0.2 ? bench.key('remove-shape') : undefined),
    () => (next() < 0.1 ? bench.key('remove-all') : undefined),
    () => (next() < 0.2 ? bench.send({ type: 'shape', to: next() < 0.5 ? 'oval' : 'ring' }) : undefined),
    () => (next() < 0.2 ? bench.reload() : undefined),
    () => (point ? bench.drag([point.x, point.y], [x, y], { shift: next() < 0.5, ctrl: next() < 0.5, alt: true }) : undefined),
    () => bench.stroke([x, y], [x + 30, y + 10], [x + 60, y - 20], [x + 90, y + 40]),
    () => (bench.down(x, y), bench.send({ type: 'pointer-cancel' })),
  ];
  doing[Math.floor(next() * doing.length)]?.();
}

function expectSound(bench: ContourBench, where: string): void {
  const rows = shippedType(bench.image.type ?? '').patterns[0]?.lines ?? [];
  const { rules } = bench.context;
  const ids = bench.allLines.flatMap(({ points }) => points.map(({ id }) => id));
  expect(new Set(ids).size, `${where}: every point has an id of its own`).toBe(ids.length);
  for (const line of bench.allLines) {
    const row = rows.find(({ name }) => name === line.name);
    if (!row || !rules) throw new Error(`${where}: no row for ${line.name}`);
    if (line.finished)
      expect(rules.mayFinish(needsOf(row, line.shape), line.points.length), `${where}: ${line.name} has its points`).toBe(true);
    for (const [place, { x, y, origin, method }] of line.points.entries()) {
      expect(Number.isFinite(x) && Number.isFinite(y), where).toBe(true);
      expect(origin === undefined || origin === 'hand', `${where}: only a method is named`).toBe(method === undefined);
      const before = line.points[place - 1];
      if (bench.image.modality === 'M-Mode' && before) expect(x, `${where}: ${line.name} runs to the right`).toBeGreaterThan(before.x);
    }
  }
  if (bench.image.is_segmented)
    expect(
      bench.allLines.every(({ finished }) => finished),
      where,
    ).toBe(true);
  expect(bench.draft, `${where}: nothing is held`).toBe(null);
}

describe.each(KINDS)('$type', (options) => {
  test('random hands keep order, events, counts and identities', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const next = random(seed);
      const bench = new ContourBench(options);
      for (let step = 0; step < 80; step += 1) {
        gesture(bench, next);
        expectSound(bench, `seed ${seed} step ${step}`);
      }
    }
  });

  test('undo to empty and redo to the end give equal records', () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const next = random(seed);
      const bench = new ContourBench(options);
      for (let step = 0; step < 25; step += 1) {
        look(bench);
        const [x, y] = anywhere(next);
        bench.click(x, y);
        if (next() < 0.3) bench.key('finish');
      }
      const whole = bench.image;
      for (let step = 0; step < 200 && bench.image.segmentation.length > 0; step += 1) bench.key('undo');
      expect(bench.image.segmentation, `seed ${seed}`).toEqual([]);
      while (bench.redo());
      expect(bench.image, `seed ${seed}`).toEqual(whole);
    }
  });
});
