import { beforeAll, describe, expect, test } from 'vitest';
import { loadEngine } from '../tool-bench.ts';
import { INFLOW, STRIP, TraceBench } from './test-bench.ts';

beforeAll(loadEngine);

/** One cycle of mitral inflow traced, the others copied. */
const traced = (options: ConstructorParameters<typeof TraceBench>[0] = {}) => {
  const bench = new TraceBench(options);
  bench.clicks(...INFLOW);
  return bench;
};

describe('tracing a cycle', () => {
  test('starts in segmenting, and each press is a commit of the next point that the pattern names', () => {
    const bench = new TraceBench();
    expect(bench.status).toBe('segmenting');
    bench.clicks(...INFLOW.slice(0, 3));
    expect(bench.names()).toEqual(['onset start', 'valve opening', 'E']);
    expect(bench.commits).toBe(3);
    expect(bench.line()?.finished).toBe(false);
    expect(bench.image.is_segmented).toBe(false);
  });

  test('forced_to_zero points are pinned to the zero line, and onset points to onset_start and onset_end', () => {
    const bench = traced();
    const [first] = bench.places();
    expect(first).toEqual([100, 196]);
    expect(bench.places()[1], 'valve opening').toEqual([150, 200]);
    expect(bench.places()[6], 'valve closure').toEqual([280, 200]);
    expect(bench.places()[7]).toEqual([300, 198]);
  });

  test('same_as_start ends as high as it began, and same_as_end begins as high as the cycle before has ended', () => {
    const bench = new TraceBench({ type: 'Umbilical artery', context: {} });
    bench.send({ type: 'predict-cycles', on: false });
    bench.clicks([100, 170], [140, 110], [200, 140], [290, 120]);
    expect(bench.places()).toEqual([
      [100, 170],
      [140, 110],
      [200, 140],
      [300, 170],
    ]);
    bench.click(320, 110);
    expect(bench.places(1)).toEqual([[300, 170]]);
  });

  test('points cannot cross their neighbours: they stay at least 1 pixel apart', () => {
    const bench = new TraceBench();
    bench.clicks([100, 196], [150, 200], [120, 130]);
    expect(bench.places()[2]).toEqual([151, 130]);
    // Five more points need room before the onset that ends the cycle.
    bench.click(999, 130);
    expect(bench.places()[3]).toEqual([296, 130]);
    bench.clicks([999, 130], [999, 130], [999, 130], [999, 130]);
    expect(bench.places().map(([x]) => x)).toEqual([100, 150, 151, 296, 297, 298, 299, 300]);
  });

  test('the last point completes the trace: copies of it, scaled to their length, wait in later cycles', () => {
    const bench = traced();
    expect(bench.line()?.finished).toBe(true);
    expect(bench.progress).toEqual(['traced', 'pending', 'pending']);
    expect(bench.status).toBe('editing-segmentation');
    expect(
      bench.places(1).map(([x]) => x),
      'as long as the first',
    ).toEqual(bench.places(0).map(([x]) => x + 200));
    // 240 columns for 200.
    expect(bench.places(2)[2]?.[0]).toBeCloseTo(500 + 80 * 1.2, 9);
    const [copy] = bench.line(1)?.points ?? [];
    expect(copy).toMatchObject({ origin: 'copied', method: 'propagation', method_version: '1', id: `${bench.line()?.points[0]?.id}.c1` });
    expect(bench.overlay().filter((shape) => shape.kind === 'line' && shape.style === 'dashed')).toHaveLength(2);
  });

  test('the first point stores the direction of flow that the pattern presets, without an author', () => {
    const bench = new TraceBench({ type: 'Aortic outflow' });
    bench.click(105, 250);
    expect(bench.image.calibration).toMatchObject({ flow_direction: 'away', author: null, baseline_y: null });
    const toward = traced();
    expect(toward.image.calibration).toBeNull();
  });

  test('space places the next point at the crosshair, which arrow keys move', () => {
    const bench = new TraceBench();
    bench.key('segmentation-point.far-right');
    bench.key('segmentation-point.up');
    bench.key('segmentation.place');
    expect(bench.places()).toEqual([[100, 199]]);
    for (let step = 0; step < 4; step += 1) bench.key('segmentation-point.far-right');
    bench.key('segmentation.place');
    expect(bench.places()[1]).toEqual([150, 200]);
  });

  test('a press outside of the strip places nothing', () => {
    const bench = new TraceBench();
    bench.clicks([150, 50], [150, 400], [1200, 150]);
    expect(bench.line()).toBeNull();
    expect(bench.taken).toBe(false);
  });

  test('right click and f are refused in words before every point of the cycle is placed', () => {
    const bench = new TraceBench();
    bench.clicks(...INFLOW.slice(0, 3));
    bench.rightClick(150);
    bench.key('segmentation.finish');
    expect(bench.said).toEqual([
      'Please place every point of the cycle before you finish',
      'Please place every point of the cycle before you finish',
    ]);
    expect(bench.status).toBe('segmenting');
  });
});

describe('from cycle to cycle', () => {
  test('the next cycle accepts this one, in order, and after the last all is finished', () => {
    const bench = traced();
    expect(bench.cycle).toBe(1);
    bench.key('segmentation.next-event');
    expect(bench.progress).toEqual(['traced', 'traced', 'pending']);
    expect(bench.cycle).toBe(2);
    bench.key('segmentation.previous-event');
    expect(bench.cycle).toBe(1);
    bench.key('segmentation.next-event');
    bench.key('segmentation.next-event');
    expect(bench.status).toBe('finished');
    expect(bench.image).toMatchObject({ is_segmented: true, cycles_segmented: 3 });
  });

  test('f accepts the copies that were looked at and shows the next one, until the strip is finished', () => {
    const bench = traced();
    bench.key('segmentation.finish');
    expect(bench.progress).toEqual(['traced', 'traced', 'pending']);
    expect(bench.cycle).toBe(2);
    bench.key('segmentation.finish');
    expect(bench.status).toBe('finished');
    expect(bench.image.is_segmented).toBe(true);
  });

  test('finish all asks when copies were never looked at, and accepts them only after a yes', () => {
    const bench = traced();
    const before = bench.image;
    bench.key('segmentation.finish-all');
    expect(bench.state.asked).toEqual({ about: 'unseen', cycles: [2] });
    bench.send({ type: 'answer', yes: false });
    expect(bench.image).toBe(before);
    bench.key('segmentation.finish-all');
    bench.send({ type: 'answer', yes: true });
    expect(bench.status).toBe('finished');
    expect(bench.state.asked).toBeNull();

    const looked = traced();
    looked.send({ type: 'go-to', cycle: 2 });
    looked.key('segmentation.finish-all');
    expect(looked.state.asked, 'cycles 2 and 3 were looked at').toBeNull();
    expect(looked.status).toBe('finished');
  });

  test('a copy that is made again was not looked at', () => {
    const bench = traced();
    bench.send({ type: 'go-to', cycle: 2 });
    bench.send({ type: 'go-to', cycle: 1 });
    bench.drag([180, 120], [185, 118]);
    bench.key('segmentation.finish-all');
    expect(bench.state.asked).toMatchObject({ about: 'unseen' });
  });

  test('a cycle edited by hand is never overwritten, and copies follow the trace before them', () => {
    const bench = traced();
    const [x, y] = bench.places(1)[2] ?? [0, 0];
    bench.drag([x, y], [x + 4, y - 15]);
    expect(bench.progress).toEqual(['traced', 'traced', 'pending']);
    expect(bench.places(1)[2]).toEqual([x + 4, y - 15]);
    // The third cycle is a copy of the second one now; it stayed during the drag.
    expect(bench.places(2)[2]?.[1]).toBe(y - 15);
    const second = bench.places(1);
    bench.drag([180, 120], [182, 110]);
    expect(bench.places()[2]).toEqual([182, 110]);
    expect(bench.places(1)).toEqual(second);
    expect(bench.places(2)[2]?.[1]).toBe(y - 15);
  });

  test('without prediction copies that were not accepted are removed, and each cycle is traced', () => {
    const bench = traced();
    bench.send({ type: 'predict-cycles', on: false });
    expect(bench.progress).toEqual(['traced', 'none', 'none']);
    expect(bench.status).toBe('segmenting');
    expect(bench.cycle).toBe(1);
    bench.clicks(...INFLOW.map(([x, y]) => [x + 200, y] as const));
    expect(bench.progress).toEqual(['traced', 'traced', 'none']);
    expect(bench.status).toBe('segmenting');
    bench.send({ type: 'predict-cycles', on: true });
    expect(bench.progress).toEqual(['traced', 'traced', 'pending']);
  });

  test('the last trace of an image leads to editing-segmentation, and f to finished', () => {
    const bench = traced({ onsets: [100, 300] });
    expect(bench.status).toBe('editing-segmentation');
    bench.key('segmentation.finish');
    expect(bench.status).toBe('finished');
  });

  test('e edits finished cycles, starting with the first, and f finishes again', () => {
    const bench = traced();
    bench.finishAll();
    bench.key('segmentation.edit');
    expect(bench.status).toBe('editing');
    expect(bench.cycle).toBe(0);
    bench.drag([180, 120], [185, 118]);
    bench.key('segmentation.next-event');
    expect(bench.cycle).toBe(1);
    bench.key('segmentation.finish');
    expect(bench.status).toBe('finished');
    expect(bench.places()[2]).toEqual([185, 118]);
  });

  test('the umbilical vein is traced cycle by cycle, with points of the person between its named ones', () => {
    const bench = new TraceBench({ type: 'Umbilical Vein', onsets: [100, 300, 500] });
    bench.clicks([110, 240], [150, 245], [220, 250], [298, 242]);
    expect(bench.names()).toEqual(['onset start', 'user-defined_1', 'user-defined_2', 'onset end']);
    expect(bench.places()[3]).toEqual([300, 242]);
    expect(bench.progress).toEqual(['traced', 'none']);
    expect(bench.status).toBe('segmenting');
    expect(
      bench.overlay().some((shape) => shape.kind === 'line' && shape.width === 1 && shape.points.length === 2),
      'the time cursor',
    ).toBe(true);
  });

  test('between named points in the middle, a press with Shift places a point of the person', () => {
    const bench = new TraceBench({ type: 'Umbilical Vein', onsets: [100, 300] });
    bench.send({ type: 'pattern', name: 'pulsatile' });
    bench.click(100, 240);
    bench.click(130, 250, { shift: true });
    bench.clicks([160, 260], [220, 230]);
    bench.clicks([260, 240], [299, 240]);
    expect(bench.names()).toEqual(['onset start', 'user-defined_1', 'max', 'min', 'user-defined_2', 'onset end']);
    expect(bench.line()?.pattern).toBe('pulsatile');
    expect(bench.status).toBe('editing-segmentation');
  });
});

describe('editing', () => {
  test('a press on the curve inserts a mid control point, which a right click deletes', () => {
    const bench = traced();
    bench.finishAll();
    bench.key('segmentation.edit');
    const before = bench.places();
    const on = bench.overlay().find((shape) => shape.kind === 'line' && shape.points.length > 100);
    const at = on?.kind === 'line' ? on.points.find(({ x }) => x >= 165) : undefined;
    bench.click(at?.x ?? 0, at?.y ?? 0);
    expect(bench.names()[2]).toBe('mid_control_point');
    expect(bench.places()).toHaveLength(before.length + 1);
    const [x, y] = bench.places()[2] ?? [0, 0];
    bench.rightClick(x, y);
    expect(bench.places()).toEqual(before);
    expect(bench.status).toBe('editing');
    // No named point is deleted: a right click there finishes.
    bench.rightClick(180, 120);
    expect(bench.places()).toEqual(before);
    expect(bench.status).toBe('finished');
  });

  test('control points are taken within 9 pixels of the screen and mid points within 6', () => {
    const bench = traced({ onsets: [100, 300] });
    bench.move(180, 129);
    expect(bench.state.hover).toEqual({ cycle: 0, point: 2 });
    bench.move(180, 129.5);
    expect(bench.state.hover).toBeNull();
  });

  test('a drag is a draft until the release, which commits; a cancelled one leaves nothing', () => {
    const bench = traced();
    const { commits } = bench;
    bench.down(182, 121);
    bench.move(192, 131);
    expect(bench.draft?.segmentation[0]?.lines?.[0]?.points[2]).toMatchObject({ x: 190, y: 130 });
    expect(bench.commits).toBe(commits);
    expect(bench.places()[2]).toEqual([180, 120]);
    bench.send({ type: 'pointer-cancel' });
    expect(bench.draft).toBeNull();
    bench.down(182, 121);
    bench.move(192, 131);
    bench.up(192, 131);
    expect(bench.commits).toBe(commits + 1);
    expect(bench.places()[2]).toEqual([190, 130]);
    expect(bench.draft).toBeNull();
  });

  test('arrow keys nudge the selected point: 1 pixel, with Shift 10, with Ctrl 0.1', () => {
    const bench = traced();
    bench.click(180, 120);
    for (const key of ['segmentation-point.right', 'segmentation-point.far-up', 'segmentation-point.fine-left'])
      expect(bench.key(key)).toBe(true);
    expect(bench.places()[2]?.[0]).toBeCloseTo(180.9, 9);
    expect(bench.places()[2]?.[1]).toBe(110);
    bench.key('segmentation.leave-point');
    expect(bench.key('segmentation-point.right')).toBe(false);
    bench.key('segmentation.next-point');
    bench.key('segmentation-point.right');
    expect(bench.places()[0], 'held on its onset').toEqual([100, 196]);
  });
});

describe('taking away', () => {
  test('remove last cycle takes its onsets and its trace, while there is more than one', () => {
    const bench = traced({ onsets: [100, 300, 500] });
    bench.key('segmentation.remove-last-cycle');
    expect(bench.image.cardiac_events).toHaveLength(1);
    expect(bench.image).toMatchObject({ is_segmented: true, cycles_segmented: 1 });
    expect(bench.key('segmentation.remove-last-cycle')).toBe(false);
  });

  test('remove all clears every trace and marks the image not segmented', () => {
    const bench = traced();
    bench.key('segmentation.finish');
    const whole = bench.image;
    bench.key('segmentation.remove-all');
    expect(bench.image.segmentation).toEqual([]);
    expect(bench.image.is_segmented).toBe(false);
    bench.key('segmentation.undo');
    expect(bench.image).toEqual(whole);
  });

  test('another pattern clears the current and later cycles, and undo restores them', () => {
    const bench = traced();
    bench.key('segmentation.next-event');
    const before = bench.image;
    bench.send({ type: 'pattern', name: 'fused' });
    expect(bench.progress).toEqual(['traced', 'traced', 'none']);
    expect(bench.status).toBe('segmenting');
    bench.clicks([500, 190], [560, 200], [600, 120]);
    expect(bench.names(2)).toEqual(['onset start', 'valve opening', 'EA']);
    for (let step = 0; step < 4; step += 1) bench.key('segmentation.undo');
    expect(bench.image).toEqual(before);
  });
});

test('more cycles than allowed are chosen from; another number than the maximum is asked about', () => {
  const bench = new TraceBench({ max: 2, onsets: [100, 200, 300, 400, 500] });
  expect(bench.status).toBe('selecting-cycles');
  bench.clicks([250, 150], [450, 150]);
  expect(bench.lastSaid).toBe('Please select continuous cycles');
  bench.key('segmentation.finish');
  expect(bench.state.choosing.asking).toBe(true);
  bench.send({ type: 'cancel' });
  bench.clicks([350, 150]);
  bench.key('segmentation.finish');
  expect(bench.image.cardiac_events.map(({ id }) => id)).toEqual(['c1', 'c2']);
  expect(bench.status).toBe('segmenting');
});

test('a correction of aliasing is kept within -2 and 200, and allows points in the rows it adds', () => {
  const bench = new TraceBench({ type: 'Aortic outflow' });
  bench.send({ type: 'aliasing', to: { up: 64, down: 0 }, done: false });
  expect(bench.image.correct_aliasing).toBeNull();
  expect(bench.draft?.correct_aliasing).toEqual({ up: 64, down: 0 });
  const lowest = () => Math.max(...bench.overlay().flatMap((shape) => (shape.kind === 'line' ? shape.points.map(({ y }) => y) : [])));
  expect(lowest(), 'the strip is outlined with the rows it gains').toBe(STRIP.bottom + 64.5);
  bench.send({ type: 'aliasing', to: { up: 64, down: 0 }, done: true });
  expect(bench.image.correct_aliasing).toEqual({ up: 64, down: 0 });
  bench.clicks([100, 200], [120, 200], [160, 400]);
  expect(bench.places()[2]).toEqual([160, 400]);
  bench.send({ type: 'aliasing', to: { up: 500, down: -9 }, done: true });
  bench.send({ type: 'answer', yes: true });
  expect(bench.image.correct_aliasing).toEqual({ up: 200, down: -2 });
});

test('another correction of aliasing asks when points are there: yes removes them, no keeps both', () => {
  const bench = traced();
  const before = bench.image;
  bench.send({ type: 'aliasing', to: { up: 20, down: 0 }, done: false });
  bench.send({ type: 'aliasing', to: { up: 20, down: 0 }, done: true });
  expect(bench.state.asked).toEqual({ about: 'aliasing', to: { up: 20, down: 0 } });
  expect(bench.image).toBe(before);
  expect(bench.draft).toBeNull();
  bench.send({ type: 'answer', yes: false });
  expect(bench.image).toBe(before);

  bench.send({ type: 'aliasing', to: { up: 20, down: 0 }, done: true });
  bench.send({ type: 'answer', yes: true });
  expect(bench.image.correct_aliasing).toEqual({ up: 20, down: 0 });
  expect(bench.progress).toEqual(['none', 'none', 'none']);
  bench.key('segmentation.undo');
  expect(bench.image).toEqual(before);
});

test('the zero line is dragged by its handle: points on it follow, and the calibration counts its author, time and version', () => {
  const bench = traced();
  bench.drag([999, 200], [990, 220]);
  expect(bench.image.calibration).toMatchObject({ baseline_y: 220, source: 'regions', author: 'editor@demo', at: 1_000, version: 1 });
  expect([bench.places()[1]?.[1], bench.places()[2]?.[1], bench.places(2)[1]?.[1]]).toEqual([220, 120, 220]);
  bench.drag([999, 220], [999, 210]);
  expect(bench.image.calibration).toMatchObject({ baseline_y: 210, version: 2 });
});

test('a press on the handle that moves nothing is a press like any other: a cycle may end there', () => {
  const bench = new TraceBench({ onsets: [800, 999] });
  bench.clicks(...INFLOW.map(([x, y]) => [x + 700, y] as const).slice(0, 7));
  bench.drag([997, 199], [997, 201]);
  expect(bench.places()[7]).toEqual([999, 201]);
  expect(bench.image.calibration).toBeNull();
  // The point is above the handle now.
  bench.drag([999, 201], [999, 190]);
  expect(bench.places()[7]).toEqual([999, 190]);
  expect(bench.image.calibration).toBeNull();
});

test('what is unactive: no image, a role that may not change it, and before the engine is there', () => {
  for (const context of [{ image: null }, { mayChange: false }, { rules: null }, { strip: null }]) {
    const bench = new TraceBench({ context });
    expect(bench.status).toBe('unactive');
    bench.clicks(...INFLOW);
    bench.send({ type: 'remove-all' });
    bench.drag([999, 200], [990, 220]);
    expect(bench.image.segmentation).toEqual([]);
    expect(bench.image.calibration).toBeNull();
  }
});

test('a press before the picture is loaded shows the words of the specification', () => {
  const bench = new TraceBench({ context: { strip: null } });
  bench.click(150, 150);
  expect(bench.said).toEqual(['Image not loaded yet. Please close and open again.']);
});

test('after a reload the work is where the record has it', () => {
  const bench = new TraceBench();
  bench.clicks(...INFLOW.slice(0, 5));
  bench.reload();
  expect([bench.status, bench.cycle]).toEqual(['segmenting', 0]);
  bench.clicks(...INFLOW.slice(5));
  bench.key('segmentation.next-event');
  bench.reload();
  expect([bench.status, bench.cycle, bench.progress]).toEqual(['editing-segmentation', 2, ['traced', 'traced', 'pending']]);
});
