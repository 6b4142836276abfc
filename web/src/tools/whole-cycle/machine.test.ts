/** Lines on every frame of a cycle: what is followed, what an acceptance stores, what a correction changes, and what ends an offer. */
import { beforeAll, expect, test } from 'vitest';
import type { Line, LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import { clipCycles } from '../contours/test-bench.ts';
import { freePoint } from '../lines/record.ts';
import { loadEngine } from '../tool-bench.ts';
import { FRAMES, STEP_PX, WholeCycleBench } from './test-bench.ts';

beforeAll(loadEngine);

function line(name: string, frame_number: number, places: readonly (readonly [number, number])[]): Line {
  const points = places.map(([x, y], at): LinePoint => ({ ...freePoint(`${name} ${frame_number} ${at}`, { x, y }, 'user-defined_1') }));
  return { name, finished: true, shape: 'endo-epi', pattern: 'normal', frame_number, points };
}

const ENDO = [
  [300, 300],
  [350, 120],
  [400, 300],
] as const;
const ATRIUM = [
  [300, 320],
  [350, 420],
  [400, 320],
] as const;
const right = (places: typeof ENDO, by: number) => places.map(([x, y]): [number, number] => [x + by, y]);

/** LV endo at the first end diastole and end systole, LA endo at end diastole only. */
function bench(): WholeCycleBench {
  return new WholeCycleBench({
    segmentation: [
      {
        end_diastole: { lines: [line('LV endo', 5, ENDO), line('LA endo', 5, ATRIUM)] },
        end_systole: { lines: [line('LV endo', 15, right(ENDO, 20))] },
      },
    ],
  });
}

function accepted(): WholeCycleBench {
  const one = bench();
  one.key('whole-cycle');
  one.key('accept');
  return one;
}

const styles = (one: WholeCycleBench, frame: number): string[] =>
  one.overlay(frame).flatMap((shape) => (shape.kind === 'line' ? [shape.style] : []));

const BASAL = { name: 'LV endo', segment: 'free-wall-basal' } as const;

test('a segment that is pointed at is drawn thicker, on event frames too, until it is let go', () => {
  const one = accepted();
  const wide = (frame: number) => one.overlay(frame).flatMap((shape) => (shape.kind === 'line' && shape.width > 2 ? [shape.points] : []));
  expect(wide(8)).toEqual([]);
  // The second half of the last interval between two of the three points.
  one.send({
    type: 'point-at',
    part: { key: 'LV endo free-wall-basal', line: 'LV endo', between: [1.5, 2], colour: '#56B4E9', parts: [BASAL], doubtful: false },
  });
  for (const frame of [5, 8]) {
    const [points] = wide(frame);
    const drawn = one.lines.lines.find(({ name }) => name === 'LV endo')?.frames.find(({ frame_number }) => frame_number === frame)
      ?.points[2];
    expect([points?.at(-1)?.x, points?.at(-1)?.y]).toEqual(drawn);
    // It begins nearer to the end than to the apex, which is 180 pixels away.
    expect(Math.hypot((points?.[0]?.x ?? 0) - (drawn?.[0] ?? 0), (points?.[0]?.y ?? 0) - (drawn?.[1] ?? 0))).toBeLessThan(130);
  }
  expect(wide(30)).toEqual([]);
  one.send({ type: 'point-away', key: 'another' });
  expect(wide(8)).toHaveLength(1);
  one.send({ type: 'point-away', key: 'LV endo free-wall-basal' });
  expect(wide(8)).toEqual([]);
});

test('the mid-wall line is drawn on its frames of the cycle in work as it was made, until its values are hidden', () => {
  const one = accepted();
  const points = [
    { x: 290, y: 300 },
    { x: 350, y: 110 },
    { x: 410, y: 300 },
  ];
  const shape = { kind: 'line', points, closed: false, colour: '#56B4E9', style: 'solid', width: 1 } as const;
  const isDrawn = (frame: number): boolean => one.overlay(frame).some((drawn) => drawn === shape);
  one.send({ type: 'mid-wall', line: { cycle: 0, shapes: new Map([[8, shape]]) } });
  expect([7, 8, 9].map(isDrawn)).toEqual([false, true, false]);
  one.send({ type: 'mid-wall', line: { cycle: 1, shapes: new Map([[8, shape]]) } });
  expect(isDrawn(8)).toBe(false);
  one.send({ type: 'mid-wall', line: { cycle: 0, shapes: new Map([[8, shape]]) } });
  one.send({ type: 'mid-wall', line: null });
  expect(isDrawn(8)).toBe(false);
});

test('one key follows the lines of a cycle through every frame, up to the next end diastole', () => {
  const one = bench();
  expect(one.keys()).toEqual(['whole-cycle']);
  one.key('whole-cycle');
  // Lines that are drawn on other frames are followed separately.
  expect(one.requests).toHaveLength(2);
  expect(one.requests[0]).toMatchObject({ frame_number: 5, first: 5, last: 25, alike: [25], anchors: [{ frame_number: 15 }] });
  expect(one.requests[1]).toMatchObject({ frame_number: 5, first: 5, last: 25, alike: [25], anchors: [] });
  for (const { frames } of one.lines.lines)
    expect(frames.map(({ frame_number }) => frame_number)).toEqual(Array.from({ length: 21 }, (_, at) => 5 + at));
  // Drawn lines are passed through, whatever was found.
  expect(one.firstPoint('LV endo', 15)).toEqual([320, 300]);
  expect(one.firstPoint('LA endo', 15)).toEqual([300 + 10 * STEP_PX, 320]);
});

test('nothing is stored before it is accepted, and one undo takes the acceptance back', () => {
  const one = bench();
  const before = one.image;
  one.key('whole-cycle');
  expect(one.image).toBe(before);
  expect(styles(one, 10)).toEqual(['dashed', 'dashed']);
  one.key('accept');
  expect(one.commits).toBe(1);
  expect(one.offer).toBeNull();
  expect(one.image.segmentation[0]?.sequence).toMatchObject({ from_frame: 5, to_frame: 25, method_version: '4' });
  expect(one.image.segmentation[0]?.sequence?.anchors.map(({ name, frame_number }) => [name, frame_number])).toEqual([
    ['LV endo', 5],
    ['LV endo', 15],
    ['LA endo', 5],
  ]);
  expect(styles(one, 10)).toEqual(['solid', 'solid']);
  one.undo();
  expect(one.image).toEqual(before);
  one.redo();
  expect(one.image.segmentation[0]?.sequence?.lines_sha256).toBe('lines 0');
});

test('the rule for end systole is kept with the offer, with all cycles once accepted, and with lines that are followed again', () => {
  const rules = (one: WholeCycleBench) => one.image.segmentation.map(({ sequence }) => sequence?.end_systole);
  const one = bench();
  one.key('whole-cycle');
  one.send({ type: 'rule', rule: 'smallest-volume' });
  expect(one.commits).toBe(0);
  expect(one.offer?.sequence.end_systole).toBe('smallest-volume');
  one.key('accept');
  expect(rules(one)).toEqual(['smallest-volume']);
  one.send({ type: 'rule', rule: 'aortic-valve-closure' });
  expect(rules(one)).toEqual(['aortic-valve-closure']);
  one.undo();
  expect(rules(one)).toEqual(['smallest-volume']);
  one.key('remove-all');
  one.key('follow');
  expect(one.offer?.sequence.end_systole).toBeUndefined();
  one.key('accept');
  one.send({ type: 'rule', rule: 'smallest-volume' });
  one.frame = 10;
  one.key('add-point');
  one.key('follow');
  expect(one.offer?.sequence.end_systole).toBe('smallest-volume');
  // The mark is the default, which is not stored.
  one.send({ type: 'rule', rule: 'mark' });
  expect(one.offer?.sequence.end_systole).toBeUndefined();
});

test('a segment that was followed with doubt is confirmed and left out again by the same key', () => {
  const confirmed = (one: WholeCycleBench) => one.image.segmentation[0]?.sequence?.confirmed;
  const one = accepted();
  const part = { key: 'LV endo free-wall-basal', line: 'LV endo', between: [1.5, 2], colour: '#56B4E9', parts: [BASAL] } as const;
  one.send({ type: 'point-at', part: { ...part, doubtful: false } });
  expect(one.keys()).not.toContain('confirm');
  one.send({ type: 'point-at', part: { ...part, doubtful: true } });
  one.key('confirm');
  expect(confirmed(one)).toEqual([BASAL]);
  // Its values are there now, so there is no doubt left to point at.
  one.send({ type: 'point-at', part: { ...part, doubtful: false } });
  one.key('confirm');
  expect(confirmed(one)).toBeUndefined();
  one.undo();
  expect(confirmed(one)).toEqual([BASAL]);
  // Lines that are followed again are other lines.
  one.frame = 10;
  one.key('add-point');
  one.key('follow');
  expect(one.offer?.sequence.confirmed).toBeUndefined();
});

test('an offer that is dropped leaves nothing', () => {
  const one = bench();
  one.key('whole-cycle');
  one.key('drop');
  expect(one.offer).toBeNull();
  expect(one.commits).toBe(0);
  expect(one.keys()).not.toContain('drop');
});

test('a line that is traced only at end systole is followed back to end diastole, and from there to the end of the cycle', () => {
  const one = new WholeCycleBench({ segmentation: [{ end_systole: { lines: [line('LV endo', 15, ENDO)] } }] });
  one.key('whole-cycle');
  expect(one.requests).toHaveLength(2);
  expect(one.requests[0]).toMatchObject({ frame_number: 15, first: 5, last: 15, alike: [], anchors: [] });
  expect(one.requests[1]).toMatchObject({ frame_number: 5, first: 5, last: 25, alike: [25], anchors: [{ frame_number: 15 }] });
  expect(one.firstPoint('LV endo', 15)).toEqual([300, 300]);
  expect(one.firstPoint('LV endo', 5)).toEqual([300 - 10 * STEP_PX, 300]);
});

test('the line with the most points is the model, and lines of fewer points are divided like it', () => {
  const four = [...ENDO.slice(0, 2), [380, 160], ENDO[2]] as const;
  const one = new WholeCycleBench({
    segmentation: [{ end_diastole: { lines: [line('LV endo', 5, ENDO)] }, end_systole: { lines: [line('LV endo', 15, four)] } }],
  });
  one.key('whole-cycle');
  expect(one.requests[0]).toMatchObject({ frame_number: 15, first: 5, last: 15, anchors: [{ frame_number: 5 }] });
  expect(one.requests[0]?.anchors?.[0]?.lines[0]).toHaveLength(3);
  expect(one.requests[1]?.lines[0]?.points).toHaveLength(4);
});

test('the last cycle ends with the clip, and is followed one way', () => {
  const one = new WholeCycleBench({ segmentation: [{}, { end_diastole: { lines: [line('LV endo', 25, ENDO)] } }] });
  one.send({ type: 'cycle', to: 1 });
  expect(one.requests).toEqual([expect.objectContaining({ frame_number: 25, first: 25, last: FRAMES, alike: [] })]);
  expect(one.frame).toBe(25);
});

test('a cycle without marks or lines names what it needs', () => {
  const one = new WholeCycleBench({ cardiac_events: clipCycles([5, 15]) });
  one.key('whole-cycle');
  expect(one.lastSaid).toContain('Trace and finish a line of cycle 1');
  const unmarked = new WholeCycleBench({ cardiac_events: [{ id: 'a', end_diastole: false }] });
  unmarked.key('whole-cycle');
  expect(unmarked.lastSaid).toContain('Mark end diastole of cycle 1');
});

test('a corrected frame becomes an anchor, and only the stretches next to it are followed again', () => {
  const one = accepted();
  const before = structuredClone(one.lines);
  one.frame = 10;
  const [x = 0, y = 0] = one.firstPoint('LV endo', 10);
  one.drag([x, y], [x + 6, y - 4]);
  expect(one.commits).toBe(2);
  const [corrected] = one.image.segmentation[0]?.corrected ?? [];
  expect(corrected).toMatchObject({ name: 'LV endo', frame_number: 10, finished: true });
  expect(corrected?.points[0]).toMatchObject({ x: x + 6, y: y - 4, origin: 'proposed', method: 'speckle-tracking', proposed: { x, y } });
  // It is outdated, and not offered: nothing can be accepted.
  expect(styles(one, 12)).toEqual(['dotted', 'dotted']);
  one.key('follow');
  expect(one.requests.at(-1)).toMatchObject({ first: 5, last: 15 });
  expect(one.requests).toHaveLength(3);
  expect(one.firstPoint('LV endo', 10)).toEqual([x + 6, y - 4]);
  for (const [name, frames] of [
    ['LV endo', [16, 20, 25]],
    ['LA endo', [6, 10, 25]],
  ] as const) {
    const old = before.lines.find((each) => each.name === name);
    const now = one.lines.lines.find((each) => each.name === name);
    for (const frame of frames) expect(now?.frames[frame - 5]).toEqual(old?.frames[frame - 5]);
  }
  one.key('accept');
  expect(one.image.segmentation[0]?.sequence?.anchors).toHaveLength(4);
  expect(styles(one, 12)).toEqual(['solid', 'solid']);
});

test('a correction is undone and redone like any gesture, and removed by a key', () => {
  const one = accepted();
  one.frame = 10;
  one.key('add-point');
  expect(one.image.segmentation[0]?.corrected?.map(({ name, frame_number }) => [name, frame_number])).toEqual([
    ['LV endo', 10],
    ['LA endo', 10],
  ]);
  one.undo();
  expect(one.image.segmentation[0]?.corrected).toBeUndefined();
  one.redo();
  one.key('remove-shape');
  expect(one.image.segmentation[0]?.corrected).toBeUndefined();
  expect(styles(one, 10)).toEqual(['solid', 'solid']);
});

test('a point is selected and moved by keys', () => {
  const one = accepted();
  one.frame = 10;
  one.key('next-point');
  one.key('segmentation-point.right');
  one.key('segmentation-point.far-down');
  const [x = 0, y = 0] = one.firstPoint('LV endo', 10);
  expect(one.image.segmentation[0]?.corrected?.[0]?.points[0]).toMatchObject({ x: x + 1, y: y + 10 });
  one.key('leave-point');
  expect(one.keys()).not.toContain('leave-point');
});

test('a moved mark or a changed line makes the lines outdated, and an offer that is outdated is not accepted', () => {
  const one = bench();
  one.key('whole-cycle');
  one.image = { ...one.image, cardiac_events: clipCycles([5, 16], [25, 35]) };
  expect(styles(one, 10)).toEqual(['dotted', 'dotted']);
  one.key('accept');
  expect(one.commits).toBe(0);
  expect(one.lastSaid).toContain('Follow the lines again');
});

test('lines of events are not changed in the whole cycle', () => {
  const one = accepted();
  one.frame = 15;
  one.click(320, 300);
  expect(one.commits).toBe(1);
  expect(one.lastSaid).toContain('changed at the event');
});

test('users who may not change the work see the lines and get no keys that change them', () => {
  const one = accepted();
  one.change({ mayChange: false });
  expect(styles(one, 10)).toEqual(['solid', 'solid']);
  expect(one.keys().filter((key) => ['add-point', 'remove-all', 'next-point'].includes(key))).toEqual([]);
  one.frame = 10;
  const [x = 0, y = 0] = one.firstPoint('LV endo', 10);
  one.drag([x, y], [x + 5, y]);
  expect(one.commits).toBe(1);
});

test('the lines of a cycle are removed with their corrections in one gesture', () => {
  const one = accepted();
  one.frame = 10;
  one.key('add-point');
  one.key('remove-all');
  expect(one.image.segmentation[0]).toEqual(bench().image.segmentation[0]);
  one.undo();
  expect(one.image.segmentation[0]?.sequence).toBeDefined();
});

test('while the caliper is in hand, no point is taken and no key changes anything', () => {
  const one = accepted();
  one.frame = 10;
  const [x = 0, y = 0] = one.firstPoint('LV endo', 10);
  one.change({}, true);
  one.drag([x, y], [x + 5, y]);
  expect(one.taken).toBe(false);
  expect(one.keys()).toEqual([]);
  expect(one.commits).toBe(1);
});
