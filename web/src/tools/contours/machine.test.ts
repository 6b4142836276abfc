/** The states of the specification, one test for each arrow, with the rules of the engine. */
import { beforeAll, describe, expect, test } from 'vitest';
import { can } from './guards.ts';
import { loadEngine, shippedType } from '../tool-bench.ts';
import { clipCycles, ContourBench, stripCycles } from './test-bench.ts';

beforeAll(loadEngine);

const ENDO = [
  [300, 200],
  [500, 200],
  [280, 300],
  [320, 400],
  [400, 460],
  [480, 400],
  [520, 300],
] as const;
const ATRIUM = [
  [310, 205],
  [495, 195],
  [400, 80],
] as const;
const fourChamber = () => new ContourBench({ type: '4-chamber 2D', cycles: clipCycles([5, 15], [25, 35]) });
/** A ventricle traced and its wall accepted. */
function withWall(bench = fourChamber()): ContourBench {
  bench.frame = 5;
  bench.clicks(...ENDO);
  bench.key('finish');
  bench.key('finish');
  return bench;
}

describe('a clip', () => {
  test('starts segmenting at end diastole of the first cycle, and shows its frame when a point is set elsewhere', () => {
    const bench = fourChamber();
    expect(bench.status).toBe('segmenting');
    expect(bench.work).toMatchObject({ place: { cycle: 0, event: 'end_diastole' }, row: { name: 'LV endo' } });
    bench.click(300, 200);
    expect([bench.frame, bench.points, bench.lastSaid]).toEqual([5, 0, expect.stringContaining('frame 5')]);
    bench.click(300, 200);
    expect(bench.line('LV endo')).toMatchObject({ finished: false, frame_number: 5, shape: 'endo-epi', pattern: 'normal' });
  });

  test('left click sets the control points first, then points of the person between the rings', () => {
    const bench = fourChamber();
    bench.frame = 5;
    bench.clicks(...ENDO);
    const { points } = bench.line('LV endo');
    expect(points.map(({ type }) => type)).toEqual([
      'septum wall ring',
      'user-defined_1',
      'user-defined_2',
      'user-defined_3',
      'user-defined_4',
      'user-defined_5',
      'free wall ring',
    ]);
    expect(points.map(({ x, y }) => [x, y])).toEqual([ENDO[0], ...ENDO.slice(2), ENDO[1]]);
  });

  test('a line without its points is not finished, and the required number is shown', () => {
    const bench = fourChamber();
    bench.frame = 5;
    bench.click(300, 200);
    bench.key('finish');
    expect([bench.lastSaid, bench.status]).toEqual(['LV endo needs 2 more points before it can be finished.', 'segmenting']);
    // Two ring points enclose nothing.
    bench.click(500, 200);
    bench.key('finish');
    expect([bench.lastSaid, bench.status]).toEqual(['LV endo needs one more point before it can be finished.', 'segmenting']);
    bench.click(400, 400);
    bench.key('finish');
    expect(bench.status).toBe('editing-thickness');
  });

  test('finishing an endocardium predicts its epicardium, dashed, and leads to editing-thickness', () => {
    const bench = fourChamber();
    bench.frame = 5;
    bench.clicks(...ENDO);
    bench.rightClick(700, 50);
    expect(bench.status).toBe('editing-thickness');
    const [endo, epi] = [bench.line('LV endo'), bench.line('LV epi')];
    expect([endo.finished, epi.finished]).toEqual([true, false]);
    for (const [place, point] of epi.points.entries()) {
      const inner = endo.points[place];
      expect(Math.hypot(point.x - (inner?.x ?? 0), point.y - (inner?.y ?? 0))).toBeCloseTo(0.05 * 600, 6);
      expect(point).toMatchObject({
        origin: 'copied',
        method: 'wall-thickness',
        method_version: '1',
        proposed: { x: point.x, y: point.y },
      });
    }
    bench.reload();
    expect(bench.status, 'a reload finds it again').toBe('editing-thickness');
  });

  test('the thickness goes from 0.01 to 0.15 of the height in steps of 0.005: a draft while it is held, one gesture at the end', () => {
    const bench = fourChamber();
    bench.frame = 5;
    bench.clicks(...ENDO);
    bench.key('finish');
    const wall = () => {
      const [inner, outer] = [bench.line('LV endo').points[0], bench.line('LV epi').points[0]];
      return Math.hypot((outer?.x ?? 0) - (inner?.x ?? 0), (outer?.y ?? 0) - (inner?.y ?? 0)) / 600;
    };
    bench.send({ type: 'thickness', to: 0.0821, done: false });
    expect([wall().toFixed(6), bench.draft === null]).toEqual(['0.050000', false]);
    bench.send({ type: 'thickness', to: 0.0821, done: true });
    expect([wall().toFixed(6), bench.draft]).toEqual(['0.080000', null]);
    bench.send({ type: 'thickness', to: 9, done: true });
    expect(wall()).toBeCloseTo(0.15, 9);
    bench.send({ type: 'thickness', to: 0, done: true });
    expect(wall()).toBeCloseTo(0.01, 9);
    bench.key('undo');
    expect(wall()).toBeCloseTo(0.15, 9);
  });

  test('finishing the thickness leads on to the next line; a finished line to editing; all lines of an event to the next one', () => {
    const bench = withWall();
    expect([bench.status, bench.work.row.name]).toEqual(['segmenting', 'LA endo']);
    bench.clicks(...ATRIUM);
    bench.key('finish');
    expect([bench.status, bench.work.row.name]).toEqual(['editing', 'LA endo']);
    bench.key('finish');
    expect(bench.work).toMatchObject({ place: { cycle: 0, event: 'end_systole' }, status: 'segmenting', row: { name: 'LV endo' } });
    expect(bench.frame).toBe(15);
  });

  test('the first point of a line snaps to the ring it shares, wherever it is set; the last within 10 px', () => {
    const bench = withWall();
    bench.clicks([250, 250], [508, 206]);
    const [first, last] = bench.line('LA endo').points;
    const rings = [...bench.line('LV endo').points, ...bench.line('LV epi').points];
    expect(rings.some(({ type, x, y }) => type === 'septum wall ring' && x === first?.x && y === first.y)).toBe(true);
    expect([last?.x, last?.y]).toEqual([500, 200]);
    const other = withWall();
    other.clicks([250, 250], [515, 212]);
    expect(other.line('LA endo').points[1]).toMatchObject({ x: 515, y: 212 });
  });

  test('when every line of every cycle is finished the image is segmented, and the state finished; edit leads to editing-segmentation', () => {
    const bench = new ContourBench({ type: '4-chamber 2D', cycles: clipCycles([5, 15]) });
    for (const event of ['end_diastole', 'end_systole'] as const) {
      expect(bench.work.place.event).toBe(event);
      bench.frame = event === 'end_diastole' ? 5 : 15;
      withWallHere(bench);
      bench.clicks(...ATRIUM);
      bench.key('finish');
      if (event === 'end_diastole') bench.key('finish');
    }
    expect([bench.status, bench.image.is_segmented, bench.image.cycles_segmented]).toEqual(['finished', true, 1]);
    bench.click(100, 100);
    expect(bench.taken, 'nothing is set in a finished image').toBe(false);
    bench.key('edit');
    expect(bench.status).toBe('editing-segmentation');
    bench.key('finish');
    expect(bench.status).toBe('finished');
    bench.key('undo');
    expect([bench.status, bench.image.is_segmented], 'undo in finished reopens first').toEqual(['segmenting', false]);
  });

  test('in editing a press on another line picks it, and a press next to every line begins the next one', () => {
    const bench = new ContourBench({ type: 'Parasternal long axis 2D', cycles: clipCycles([1, 9]) });
    bench.clicks([100, 100], [100, 200]);
    expect([bench.status, bench.work.row.name]).toEqual(['editing', 'septum']);
    bench.clicks([200, 100], [200, 200]);
    expect([bench.status, bench.work.row.name]).toEqual(['editing', 'LVID']);
    bench.click(101, 150);
    expect([bench.status, bench.work.row.name, bench.points]).toEqual(['editing', 'septum', 4]);
  });

  test('right click finishes a line that has its points, and edits the existing line otherwise', () => {
    const bench = withWall();
    bench.rightClick();
    expect([bench.status, bench.work.row.name]).toEqual(['editing', 'LV epi']);
    bench.rightClick();
    bench.clicks(...ATRIUM);
    bench.rightClick();
    expect([bench.status, bench.work.row.name]).toEqual(['editing', 'LA endo']);
  });

  test('finish all finishes complete lines, names missing ones, and leads to finished until the user continues', () => {
    const bench = fourChamber();
    bench.frame = 5;
    bench.clicks(...ENDO);
    bench.key('finish-all');
    expect([bench.status, bench.line('LV endo').finished, bench.image.is_segmented]).toEqual(['finished', true, false]);
    expect(bench.lastSaid).toContain('end diastole of cycle 1, end systole of cycle 1, end diastole of cycle 2');
    bench.key('edit');
    expect(bench.status).toBe('segmenting');
  });

  test('predict copies the lines of the cycle before, only after the first cycle, and each is accepted by finish', () => {
    const bench = withWall();
    bench.clicks(...ATRIUM);
    bench.key('finish');
    expect(bench.keys()).not.toContain('predict');
    bench.key('next-event');
    bench.key('next-event');
    expect([bench.frame, bench.work.place]).toEqual([25, { cycle: 1, event: 'end_diastole' }]);
    bench.key('predict');
    expect(bench.lines().map(({ name, finished, frame_number }) => [name, finished, frame_number])).toEqual([
      ['LV endo', false, 25],
      ['LV epi', false, 25],
      ['LA endo', false, 25],
    ]);
    expect(bench.line('LV endo').points[0]?.id).toMatch(/\.c1$/);
    bench.key('finish');
    expect(bench.status).toBe('editing-thickness');
    bench.key('finish');
    bench.key('finish');
    expect(bench.lines().every(({ finished }) => finished)).toBe(true);
  });

  test('an epicardium that is missing is predicted by finish, once its endocardium is finished', () => {
    const bench = withWall();
    bench.send({ type: 'pick-line', line: 'LV epi' });
    bench.key('remove-shape');
    expect([bench.status, bench.work.row.name]).toEqual(['segmenting', 'LV epi']);
    bench.key('finish');
    expect([bench.status, bench.line('LV epi').points.length]).toEqual(['editing-thickness', bench.line('LV endo').points.length]);
  });

  test('predict without lines to copy shows a message', () => {
    const bench = fourChamber();
    bench.send({ type: 'go-to', place: { cycle: 1, event: 'end_systole' } });
    bench.key('predict');
    expect([bench.lastSaid, bench.points]).toEqual(['The cycle before has no finished lines to copy here.', 0]);
  });

  test('remove shape takes the line and its prediction; remove all takes everything, and undo brings it back', () => {
    const bench = fourChamber();
    bench.frame = 5;
    bench.clicks(...ENDO);
    bench.key('finish');
    bench.send({ type: 'pick-line', line: 'LV endo' });
    bench.key('remove-shape');
    expect(bench.points).toBe(0);
    bench.key('undo');
    expect(bench.lines().map(({ name }) => name)).toEqual(['LV endo', 'LV epi']);
    bench.key('remove-all');
    expect([bench.image.segmentation, bench.image.is_segmented]).toEqual([[], false]);
    bench.key('undo');
    expect(bench.lines()).toHaveLength(2);
  });

  test('undo removes the point that was set last, then those before it', () => {
    const bench = fourChamber();
    bench.frame = 5;
    bench.clicks(...ENDO);
    const left: string[][] = [];
    for (let step = 0; step < 7; step += 1) {
      bench.key('undo');
      left.push(bench.allLines.flatMap(({ points }) => points.map(({ type }) => type)));
    }
    expect(left[0]).not.toContain('user-defined_5');
    expect(left[4]).toEqual(['septum wall ring', 'free wall ring']);
    expect(left[5]).toEqual(['septum wall ring']);
    expect(left[6]).toEqual([]);
  });

  test('while the caliper is in hand, the lines below it rest', () => {
    const bench = fourChamber();
    bench.frame = 5;
    bench.clicks(...ENDO);
    const drawn = bench.image;
    bench.change({ caliper: true });
    expect(bench.status).toBe('caliper');
    const { undo, finish, finishAll, predict, edit } = can(bench.state, bench.context);
    expect({ undo, finish, finishAll, predict, edit }).toEqual({
      undo: false,
      finish: false,
      finishAll: false,
      predict: false,
      edit: false,
    });
    for (const key of ['finish', 'finish-all', 'predict', 'next-shape', 'remove-shape', 'delete-point'])
      expect(bench.key(key), key).toBe(false);
    bench.rightClick();
    bench.click(300, 300);
    expect(bench.image).toBe(drawn);
  });

  test('lines whose mark moved are confirmed on its frame or drawn again', () => {
    const bench = withWall();
    bench.image = { ...bench.image, cardiac_events: clipCycles([7, 15], [25, 35]) };
    expect(bench.context.frame()).toBe(5);
    bench.send({ type: 'confirm-frame' });
    expect([bench.frame, bench.lines().map(({ frame_number }) => frame_number)]).toEqual([7, [7, 7]]);
    bench.image = { ...bench.image, cardiac_events: clipCycles([8, 15], [25, 35]) };
    bench.send({ type: 'redraw' });
    expect([bench.points, bench.status, bench.frame]).toEqual([0, 'segmenting', 8]);
  });
});

function withWallHere(bench: ContourBench): void {
  bench.clicks(...ENDO);
  bench.key('finish');
  bench.key('finish');
}

describe('points by hand and by key', () => {
  test('a drag shows a draft, and only its end is kept; a cancelled one changes nothing', () => {
    const bench = withWall();
    bench.send({ type: 'pick-line', line: 'LV endo' });
    const before = bench.image;
    bench.down(400, 460);
    bench.move(410, 480);
    expect(bench.image).toBe(before);
    expect(bench.draft?.segmentation[0]?.end_diastole?.lines[0]?.points.some(({ x, y }) => x === 410 && y === 480)).toBe(true);
    bench.send({ type: 'pointer-cancel' });
    expect([bench.draft, bench.image]).toEqual([null, before]);
    bench.drag([400, 460], [410, 480]);
    expect(bench.line('LV endo').points.some(({ x, y }) => x === 410 && y === 480)).toBe(true);
    expect(bench.draft).toBe(null);
  });

  test('a point of an epicardium follows only beyond 5 px', () => {
    const bench = fourChamber();
    bench.frame = 5;
    bench.clicks(...ENDO);
    bench.key('finish');
    const [at] = bench.line('LV epi').points;
    if (!at) throw new Error('There is no epicardium');
    const before = bench.image;
    bench.drag([at.x, at.y], [at.x + 5, at.y]);
    expect(bench.image).toBe(before);
    bench.drag([at.x, at.y], [at.x + 5.5, at.y]);
    expect(bench.line('LV epi').points[0]?.x).toBeCloseTo(at.x + 5.5, 9);
  });

  test('a press on the curve puts a point into it while editing, a right click deletes it; none of an epicardium or a ring', () => {
    const bench = withWall();
    bench.clicks(...ATRIUM);
    bench.key('finish');
    bench.send({ type: 'pick-line', line: 'LV endo' });
    const { points } = bench.line('LV endo');
    // Half way along the piece between the two points, close to the straight line.
    bench.click(281, 301);
    expect(bench.line('LV endo').points, 'a point, not the curve').toHaveLength(points.length);
    const on = bench.context.rules?.nearestOnCurve(bench.line('LV endo'), 'catmull_rom', { x: 295, y: 352 });
    bench.click(on?.x ?? 0, on?.y ?? 0);
    expect(bench.line('LV endo').points).toHaveLength(points.length + 1);
    bench.rightClick(on?.x ?? 0, on?.y ?? 0);
    expect(bench.line('LV endo').points).toHaveLength(points.length);
    bench.send({ type: 'pick-line', line: 'LA endo' });
    const ring = bench.line('LA endo').points.length;
    bench.rightClick(400, 80);
    expect(bench.allLines.find(({ name }) => name === 'LA endo')?.points).toHaveLength(ring);
  });

  test('arrow keys move a point only while it is selected: 1 px, with Shift 10, with Ctrl 0.1', () => {
    const bench = withWall();
    bench.send({ type: 'pick-line', line: 'LV endo' });
    expect(bench.key('segmentation-point.right')).toBe(false);
    bench.key('next-point');
    bench.key('segmentation-point.right');
    bench.key('segmentation-point.far-down');
    bench.key('segmentation-point.fine-left');
    expect(bench.line('LV endo').points[0]).toMatchObject({ x: 300.9, y: 210 });
    bench.key('leave-point');
    expect(bench.key('segmentation-point.right')).toBe(false);
  });

  test('with a key held the whole line moves (Shift), scales (Ctrl) and turns (Alt); never out of the picture', () => {
    const bench = new ContourBench({ type: 'Parasternal long axis 2D', cycles: clipCycles([1, 9]) });
    bench.clicks([100, 100], [100, 200]);
    const ends = () => bench.line('septum').points.map(({ x, y }) => [Math.round(x * 1e6) / 1e6, Math.round(y * 1e6) / 1e6]);
    bench.drag([100, 130], [110, 135], { shift: true });
    expect(ends()).toEqual([
      [110, 105],
      [110, 205],
    ]);
    bench.drag([110, 205], [110, 255], { ctrl: true });
    expect(ends()).toEqual([
      [110, 55],
      [110, 255],
    ]);
    bench.drag([110, 255], [60, 155], { alt: true });
    expect(ends()).toEqual([
      [210, 155],
      [10, 155],
    ]);
    bench.drag([100, 155], [20, 155], { shift: true });
    expect(ends()).toEqual([
      [210, 155],
      [10, 155],
    ]);
    bench.key('undo');
    expect(ends()).toEqual([
      [110, 55],
      [110, 255],
    ]);
  });

  test('a free stroke becomes points of the line: from ring to ring, or on from the rings', () => {
    const arc = Array.from({ length: 60 }, (_, step): [number, number] => {
      const angle = (Math.PI * step) / 59;
      return [400 - 100 * Math.cos(angle), 200 + 200 * Math.sin(angle)];
    });
    const bench = fourChamber();
    bench.frame = 5;
    bench.stroke(...arc);
    const { points } = bench.line('LV endo');
    const [first, last] = [points[0], points.at(-1)];
    expect([first?.type, first?.x, last?.type]).toEqual(['septum wall ring', 300, 'free wall ring']);
    expect([last?.x, last?.y]).toEqual([expect.closeTo(500, 9), expect.closeTo(200, 9)]);
    expect(points.length).toBeGreaterThan(6);
    expect(points.length).toBeLessThan(20);
    // Every point of the user is at its click, in the order of the clicks.
    for (const { x, y } of points) expect(arc.some(([ax, ay]) => Math.hypot(ax - x, ay - y) < 1e-9)).toBe(true);
    expect(points.map(({ x }) => x)).toEqual(points.map(({ x }) => x).toSorted((a, b) => a - b));
    bench.key('finish');
    expect(bench.status).toBe('editing-thickness');
  });

  test('a press that hardly moves is one point, and a line of a fixed number of points takes no stroke', () => {
    const bench = fourChamber();
    bench.frame = 5;
    bench.stroke([300, 200], [303, 203], [305, 204]);
    expect(bench.points).toBe(1);
    const pair = new ContourBench({ type: 'Femur' });
    pair.stroke([100, 100], [150, 120], [200, 160]);
    expect(pair.points).toBe(1);
  });

  test('without a pointer: aim, move, set', () => {
    const bench = fourChamber();
    bench.frame = 5;
    bench.key('add-point');
    bench.key('segmentation-point.far-left');
    bench.key('add-point');
    expect(bench.line('LV endo').points.map(({ x, y }) => [x, y])).toEqual([[389.5, 299.5]]);
  });

  test('an impossible relocation keeps the old points, is logged and shown', () => {
    const bench = withWall();
    const on = bench.context.rules?.nearestOnCurve(bench.line('LV endo'), 'catmull_rom', { x: 295, y: 352 });
    bench.send({ type: 'pick-line', line: 'LV endo' });
    bench.click(on?.x ?? 0, on?.y ?? 0);
    const { points } = bench.line('LV epi');
    bench.send({ type: 'thickness', to: 0.1, done: true });
    expect(bench.line('LV epi').points).toEqual(points);
    expect(bench.logged).toEqual(['Relocating Epi points was not possible']);
    expect(bench.lastSaid).toContain('They were not moved.');
  });
});

describe('ovals, valves and short axes', () => {
  test('the third point of an oval is held on its other half axis and finishes it', () => {
    const bench = new ContourBench({ type: 'Cardiothoracic 2D', cycles: clipCycles([1, 9]) });
    bench.clicks([100, 200], [300, 200], [150, 260]);
    const { finished, points } = bench.line('Thorax');
    expect([finished, bench.status]).toEqual([true, 'editing']);
    expect(points.map(({ x, y }) => [x, y])).toEqual([
      [100, 200],
      [300, 200],
      [200, 260],
    ]);
    bench.drag([300, 200], [340, 200]);
    expect(bench.line('Thorax').points[2], 'it goes with the axis').toMatchObject({ x: 220, y: 260 });
  });

  test.each([
    ['Head butterfly', 'Head', 0.85],
    ['Abdominal', 'Abdomen', 0.9],
  ])('%s: finish after two points takes the preset ratio', (type, name, ratio) => {
    const bench = new ContourBench({ type });
    bench.clicks([100, 200], [300, 200]);
    bench.move(200, 90);
    bench.key('finish');
    expect(bench.line(name).points[2]).toMatchObject({ x: 200, y: 200 - 100 * ratio, origin: 'proposed', method: 'oval-ratio' });
    expect([bench.status, bench.image.is_segmented, bench.line(name).frame_number]).toEqual(['finished', true, 1]);
  });

  test('a second valve is copied from the first, 100 px beside it, and waits for its acceptance', () => {
    const bench = new ContourBench({ type: 'Valves 2D', cycles: clipCycles([1, 9]) });
    bench.clicks([100, 200], [200, 200], [130, 240]);
    const [mitral, tricuspid] = bench.lines();
    expect(mitral?.points[2], 'the apex is as far from both hinges').toMatchObject({ x: 150, y: 240 });
    expect(tricuspid).toMatchObject({ name: 'Tricuspid ring', finished: false });
    expect(tricuspid?.points.map(({ x, y }) => [x, y])).toEqual(mitral?.points.map(({ x, y }) => [x + 100, y]));
    bench.key('finish');
    expect(bench.work).toMatchObject({ status: 'segmenting', row: { name: 'Tricuspid ring' } });
    bench.key('finish');
    expect([bench.line('Tricuspid ring').finished, bench.lines().length]).toEqual([true, 2]);
  });

  test('another shape clears the current and later lines, keeps the earlier ones, and undo restores all', () => {
    const bench = new ContourBench({ type: 'Short axis 2D', cycles: clipCycles([1, 9], [20, 30]) });
    const ring = [
      [300, 200],
      [400, 300],
      [300, 400],
      [200, 300],
    ] as const;
    for (const frame of [1, 9, 20]) {
      bench.frame = frame;
      bench.clicks(...ring);
      bench.key('finish');
      expect(bench.status).toBe('editing-thickness');
      bench.key('finish');
    }
    const whole = bench.image;
    bench.send({ type: 'go-to', place: { cycle: 1, event: 'end_diastole' } });
    bench.send({ type: 'pick-line', line: 'LV endo' });
    bench.send({ type: 'shape', to: 'oval' });
    expect(bench.image.segmentation[0]).toEqual(whole.segmentation[0]);
    expect(bench.lines().map(({ shape, points }) => [shape, points.length])).toEqual([
      ['oval', 0],
      ['oval', 0],
    ]);
    bench.clicks([200, 300], [400, 300], [300, 350]);
    expect(bench.line('LV endo')).toMatchObject({ shape: 'oval', finished: true });
    expect(bench.line('LV epi').points[0], 'the wall of an oval grows along its axes').toMatchObject({ x: 170, y: 300 });
    bench.send({ type: 'go-to', place: { cycle: 1, event: 'end_systole' } });
    expect(bench.work.shape, 'and is that of the places after').toBe('oval');
    bench.key('undo');
    bench.key('undo');
    bench.key('undo');
    bench.key('undo');
    expect(bench.image).toEqual(whole);
  });

  test('another pattern clears everything of the current and later cycles', () => {
    const type = shippedType('Femur');
    const [normal] = type.patterns;
    if (!normal) throw new Error('The type has no pattern');
    const bench = new ContourBench({ type: 'Femur', context: { type: { ...type, patterns: [normal, { ...normal, name: 'two bones' }] } } });
    bench.clicks([100, 200], [300, 200]);
    bench.send({ type: 'pattern', to: 'two bones' });
    expect([bench.points, bench.line('Femur').pattern, bench.image.is_segmented]).toEqual([0, 'two bones', false]);
    bench.key('undo');
    expect([bench.points, bench.line('Femur').pattern]).toEqual([2, 'normal']);
  });
});

describe('an M-Mode strip', () => {
  const strip = () => new ContourBench({ type: 'LV M-Mode', cycles: stripCycles([100, 300], [300, 500]) });

  test('lines in their order, points inside the cycle and to the right; a finished line leads to the next', () => {
    const bench = strip();
    bench.clicks([60, 100], [150, 120], [250, 110], [350, 100]);
    expect(bench.line('septum epi').points.map(({ x }) => x)).toEqual([97, 150, 250, 303]);
    bench.click(200, 90);
    expect(bench.line('septum epi').points.map(({ x }) => x)).toEqual([97, 150, 200, 250, 303]);
    bench.key('finish');
    expect([bench.status, bench.work.row.name]).toEqual(['segmenting', 'septum endo']);
  });

  test('points set or dragged within 3 px of a mark snap to it, once for each mark', () => {
    const bench = strip();
    // End diastoles at 100 and 300, end systole at 200.
    bench.clicks([102.9, 100], [150, 120], [198, 110], [299.96, 100]);
    expect(bench.line('septum epi').points.map(({ x }) => x)).toEqual([100, 150, 200, 300]);
    bench.drag([150, 120], [196.5, 120]);
    expect(bench.line('septum epi').points[1]?.x).toBe(196.5);
    bench.drag([300, 100], [304, 100]);
    expect(bench.line('septum epi').points.at(-1)?.x, 'held within the threshold').toBe(303);
    bench.drag([303, 100], [302, 100]);
    expect(bench.line('septum epi').points.at(-1)?.x).toBe(300);
  });

  test('cycle by cycle: the first point continues where the cycle before ended, and predict moves the lines to their cycle', () => {
    const bench = strip();
    for (const row of [0, 1, 2, 3]) {
      bench.clicks([100, 100 + 50 * row], [200, 120 + 50 * row], [300, 105 + 50 * row]);
      bench.key('finish');
    }
    expect([bench.work.place.cycle, bench.image.cycles_segmented]).toEqual([1, 1]);
    bench.click(310, 300);
    expect(bench.line('septum epi').points[0]).toMatchObject({ x: 300, y: 105 });
    bench.key('predict');
    expect(bench.line('septum epi').points.map(({ x }) => x)).toEqual([300, 400, 500]);
    bench.key('finish-all');
    expect([bench.status, bench.image.is_segmented]).toEqual(['finished', true]);
  });

  test('control points stay within 3 px of their event', () => {
    const bench = new ContourBench({ type: 'TAPSE', cycles: stripCycles([100, 300]) });
    bench.clicks([50, 100], [150, 200], [400, 110]);
    expect(bench.line('tricuspid annulus').points.map(({ x, type }) => [type, x])).toEqual([
      ['end diastole', 97],
      ['end systole', 197],
      ['end diastole', 303],
    ]);
    bench.drag([197, 200], [260, 210]);
    expect(bench.line('tricuspid annulus').points[1]?.x).toBe(203);
  });
});

describe('who may not', () => {
  test('a Viewer looks along the events and changes nothing', () => {
    const bench = fourChamber();
    bench.change({ mayChange: false });
    bench.frame = 5;
    bench.clicks(...ENDO);
    expect([bench.status, bench.points, bench.taken]).toEqual(['unactive', 0, false]);
    expect(bench.keys().toSorted()).toEqual(['ghost', 'next-event', 'previous-event']);
    bench.key('next-event');
    expect(bench.frame).toBe(15);
  });

  test('without picture, engine or type nothing is done', () => {
    for (const missing of [{ image: null }, { rules: null }, { type: null }]) {
      const bench = fourChamber();
      bench.change(missing);
      expect([bench.status, bench.keys()]).toEqual(['unactive', []]);
      bench.click(1, 1);
      expect(bench.taken).toBe(false);
    }
  });
});
