import { beforeAll, expect, test } from 'vitest';
import { pointsOf } from '../lines/overlay.ts';
import { ENGINE_RULES, loadEngine } from '../tool-bench.ts';
import { INFLOW, STRIP, TraceBench } from './test-bench.ts';

beforeAll(loadEngine);

const words = (bench: TraceBench): string[] => bench.overlay().flatMap((shape) => (shape.kind === 'label' ? [shape.text] : []));
const handles = (bench: TraceBench) => bench.overlay().filter((shape) => shape.kind === 'handle');

test('the name of the next point is at the pointer, in the words of the configuration', () => {
  const bench = new TraceBench();
  bench.move(100, 190);
  expect(words(bench)).toContain('next: onset start');
  bench.click(100, 190);
  bench.move(140, 190);
  expect(words(bench)).toContain('next: valve opening');
  const vein = new TraceBench({ type: 'Umbilical Vein', onsets: [100, 300] });
  vein.click(100, 240);
  vein.move(150, 240);
  expect(words(vein)).toContain('next: onset end, or a free point');
});

test('the point that comes next is drawn where its pins hold it, before it is placed', () => {
  const bench = new TraceBench();
  bench.click(100, 190);
  bench.move(140, 150);
  const next = bench.overlay().find((shape) => shape.kind === 'point' && shape.form === 'cross');
  expect(next).toMatchObject({ at: { x: 140, y: STRIP.baseline } });
});

test('the curve comes from the engine, solid where it is accepted and dashed where it waits', () => {
  const bench = new TraceBench();
  bench.clicks(...INFLOW);
  const [first, second, third] = bench.overlay().filter((shape) => shape.kind === 'line' && shape.points.length > 100);
  expect([first, second, third].map((shape) => (shape?.kind === 'line' ? shape.style : null))).toEqual(['solid', 'dashed', 'dashed']);
  const engine = pointsOf(ENGINE_RULES.stripCurve(bench.line()?.points ?? [], 'pchip'));
  expect(first?.kind === 'line' ? first.points : []).toEqual(engine);
});

test('handles are there for the cycle that is worked on and the zero line, and none when all is finished', () => {
  const bench = new TraceBench();
  bench.clicks(...INFLOW);
  expect(handles(bench)).toHaveLength(INFLOW.length + 1);
  bench.finishAll();
  expect(handles(bench)).toHaveLength(1);
  const viewer = new TraceBench({ image: bench.image, context: { mayChange: false } });
  expect(handles(viewer)).toHaveLength(0);
  expect(viewer.overlay().some((shape) => shape.kind === 'line' && shape.points.length > 100)).toBe(true);
});

test('a pinned point looks pinned: bars on both sides, along the direction in which it cannot move', () => {
  const bench = new TraceBench({ onsets: [100, 300] });
  bench.clicks(...INFLOW);
  const bars = bench
    .overlay()
    .flatMap((shape) => (shape.kind === 'line' && shape.points.length === 2 && shape.width === 2 ? [shape.points] : []));
  // Valve opening is on the zero line: above and below it. The onset is held along x: left and right of it.
  const at = (x: number, y: number) =>
    bars.filter(([a, b]) => a && b && Math.abs((a.x + b.x) / 2 - x) < 12 && Math.abs((a.y + b.y) / 2 - y) < 12);
  expect(at(150, 200).every(([a, b]) => a?.y === b?.y)).toBe(true);
  expect(at(150, 200)).toHaveLength(2);
  expect(at(100, 196).every(([a, b]) => a?.x === b?.x)).toBe(true);
  expect(at(100, 196)).toHaveLength(2);
  expect(at(180, 120), 'E is free').toHaveLength(0);
});
