/** Drawings over the picture: colours, styles, handles and names. */
import { beforeAll, expect, test } from 'vitest';
import type { OverlayShape } from '../overlay.ts';
import { LINE_PALETTE } from '@echometry/contract/theme/tokens.ts';
import { can } from './guards.ts';
import { loadEngine } from '../tool-bench.ts';
import { clipCycles, ContourBench, stripCycles } from './test-bench.ts';

beforeAll(loadEngine);

const of = <K extends OverlayShape['kind']>(shapes: readonly OverlayShape[], kind: K) =>
  shapes.filter((shape): shape is Extract<OverlayShape, { kind: K }> => shape.kind === kind);
const drawn = (bench: ContourBench, frame?: number) => of(bench.overlay(frame), 'line').map(({ colour, style }) => [colour, style]);

function traced(): ContourBench {
  const bench = new ContourBench({ type: '4-chamber 2D', cycles: clipCycles([5, 15]) });
  bench.frame = 5;
  bench.clicks([300, 200], [500, 200], [280, 300], [400, 460], [520, 300]);
  bench.key('finish');
  return bench;
}

test('each line has its palette colour; solid is accepted, dashed predicted; names are in the picture', () => {
  const bench = traced();
  expect(drawn(bench)).toEqual([
    [LINE_PALETTE[0], 'solid'],
    [LINE_PALETTE[1], 'dashed'],
  ]);
  expect(of(bench.overlay(), 'label').map(({ text }) => text)).toEqual(['LV endo', 'LV epi · predicted']);
  bench.key('finish');
  expect(drawn(bench)[1]).toEqual([LINE_PALETTE[1], 'solid']);
});

test('only the line in work has handles, those of control points in the colour of their type', () => {
  const bench = traced();
  const handles = of(bench.overlay(), 'handle');
  expect(handles.map(({ at }) => at)).toEqual(bench.line('LV epi').points.map(({ x, y }) => ({ x, y })));
  const [septum, own, , , freeWall] = handles.map(({ colour }) => colour);
  expect(new Set([septum, freeWall]).size).toBe(2);
  expect(own).toBe(LINE_PALETTE[1]);
  bench.change({ mayChange: false });
  expect(of(bench.overlay(), 'handle')).toEqual([]);
});

test('lines are drawn only on the frame of their event, and as a dotted ghost of the other event on demand', () => {
  const bench = traced();
  expect(drawn(bench, 6)).toEqual([]);
  bench.key('finish');
  bench.key('next-event');
  expect(drawn(bench)).toEqual([]);
  bench.key('ghost');
  expect(drawn(bench)).toEqual([
    [LINE_PALETTE[0], 'dotted'],
    [LINE_PALETTE[1], 'dotted'],
  ]);
});

test('the next control point is named at the pointer, and an oval is shown before it is finished', () => {
  const bench = new ContourBench({ type: 'Head butterfly' });
  bench.move(100, 200);
  expect(of(bench.overlay(), 'label').map(({ text }) => text)).toEqual(['occiput']);
  bench.clicks([100, 200], [300, 200]);
  bench.move(200, 100);
  const [oval] = of(bench.overlay(), 'line');
  expect(oval).toMatchObject({ style: 'dashed', colour: LINE_PALETTE[0] });
  const highest = Math.min(...(oval?.points.map(({ y }) => y) ?? []));
  expect(highest, 'at the preset ratio of 0.85, within a fiftieth of a turn').toBeGreaterThanOrEqual(200 - 85 - 1e-9);
  expect(highest).toBeLessThan(200 - 84);
});

test('a strip shows the lines of all its cycles', () => {
  const bench = new ContourBench({ type: 'TAPSE', cycles: stripCycles([100, 300], [300, 500]) });
  bench.clicks([100, 100], [200, 180], [300, 110]);
  bench.key('finish');
  bench.clicks([300, 110], [400, 180], [500, 110]);
  expect(drawn(bench)).toHaveLength(2);
});

test('buttons are there as specified', () => {
  const bench = traced();
  const now = () => {
    const { undo, finish, edit, removeAll, predict, thickness } = can(bench.state, bench.context);
    return { status: bench.status, undo, finish, edit, removeAll, predict, thickness };
  };
  expect(now()).toEqual({
    status: 'editing-thickness',
    undo: false,
    finish: true,
    edit: false,
    removeAll: true,
    predict: false,
    thickness: true,
  });
  bench.key('finish');
  expect(now()).toMatchObject({ status: 'segmenting', undo: true, finish: true, edit: false, removeAll: true });
  bench.key('finish-all');
  expect(now()).toMatchObject({ status: 'finished', undo: false, finish: false, edit: true, removeAll: true, predict: false });
  bench.change({ mayChange: false });
  expect(now()).toEqual({
    status: 'unactive',
    undo: false,
    finish: false,
    edit: false,
    removeAll: false,
    predict: false,
    thickness: false,
  });
});
