/** The envelope of a cycle: its search, the stored result of an acceptance, and unchanged parts. */
import { beforeAll, expect, test } from 'vitest';
import type { Envelope } from '@echometry/contract/generated/envelope.ts';
import { ENVELOPE_METHOD } from './envelope.ts';
import { loadEngine } from '../tool-bench.ts';
import { TraceBench } from './test-bench.ts';

beforeAll(loadEngine);

/** Expected result of the engine: every named point on the zero line, but one peak. */
function found(bench: TraceBench): Envelope {
  const asked = bench.looked.at(-1);
  if (!asked) throw new Error('Nothing was looked for');
  const { columns, zero_y, control_points } = asked.request;
  const step = (columns[1] - columns[0]) / (control_points.length - 1);
  const envelope: Envelope = {
    method: ENVELOPE_METHOD,
    method_version: '1',
    first_column: columns[0],
    rows: [],
    points: control_points.map(({ type, forced_to_zero }, place) => ({
      type,
      x: columns[0] + place * step,
      y: forced_to_zero ? zero_y : zero_y - 60,
    })),
  };
  bench.offer = { of: asked.of, found: envelope };
  return envelope;
}

const at = (bench: TraceBench) => bench.looked.at(-1)?.request;

test('it is looked for between the onsets of the cycle in work, with the points of its pattern', () => {
  const bench = new TraceBench();
  bench.key('segmentation.follow');
  expect(at(bench)).toMatchObject({ columns: [100, 300], share: 0.5, wrapped: [0, 0] });
  expect(at(bench)?.control_points.length).toBeGreaterThan(2);
  expect(at(bench)?.zero_y).toBe(bench.context.strip?.baseline);
});

test('limits are dragged and stay in their cycle; the search starts at the end of the drag', () => {
  const bench = new TraceBench();
  bench.key('segmentation.follow');
  bench.down(101, 150);
  bench.move(140, 150);
  expect(bench.looked).toHaveLength(1);
  bench.up(140, 150);
  expect(at(bench)?.columns).toEqual([140, 300]);
  bench.drag([299, 150], [900, 150]);
  expect(at(bench)?.columns).toEqual([140, 300]);
  expect(bench.commits).toBe(0);
});

test('side and threshold start a new search, and a result of another search is not an offer', () => {
  const bench = new TraceBench();
  bench.key('segmentation.follow');
  found(bench);
  expect(bench.keys()).toContain('segmentation.accept');
  bench.send({ type: 'search', to: { side: 'below' }, done: true });
  expect(at(bench)).toMatchObject({ side: 'below' });
  expect(bench.keys()).not.toContain('segmentation.accept');
});

test('one key accepts what is offered, and the next cycle is looked at', () => {
  const bench = new TraceBench();
  bench.key('segmentation.follow');
  const envelope = found(bench);
  bench.key('segmentation.accept');
  expect(bench.line(0)).toMatchObject({ finished: true });
  expect(bench.names(0)).toEqual(envelope.points.map(({ type }) => type));
  for (const point of bench.line(0)?.points ?? [])
    expect(point).toMatchObject({ origin: 'proposed', method: ENVELOPE_METHOD, method_version: '1', proposed: { x: point.x, y: point.y } });
  // It is copied like any other trace, and the next cycle is offered its own envelope.
  expect(bench.progress).toEqual(['traced', 'pending', 'pending']);
  expect(bench.line(1)?.points.every(({ origin }) => origin === 'copied')).toBe(true);
  expect(at(bench)?.columns).toEqual([300, 500]);
  expect(bench.commits).toBe(1);
});

test('what is dropped leaves nothing', () => {
  const bench = new TraceBench();
  bench.key('segmentation.follow');
  found(bench);
  bench.key('segmentation.drop');
  expect(bench.keys()).not.toContain('segmentation.accept');
  expect(bench.keys()).toContain('segmentation.follow');
  expect(bench.commits).toBe(0);
});
