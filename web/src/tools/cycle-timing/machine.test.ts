import { describe, expect, test } from 'vitest';
import { TimingBench } from './test-bench.ts';

/** Onset columns of the cycles, as pairs. */
const onsets = (bench: TimingBench) => bench.events.map(({ onset_start, onset_end }) => [onset_start, onset_end]);
const frames = (bench: TimingBench) => bench.events.map(({ end_diastole, end_systole }) => [end_diastole, end_systole]);

describe('a clip', () => {
  const clip = (max = 2) => new TimingBench({ modality: '2D', max });

  test('starts in annotating-diastole, then annotating-systole, repeating until the maximum is reached, then finished', () => {
    const bench = clip();
    expect(bench.status).toBe('annotating-diastole');
    bench.markFrame(5);
    expect(bench.status).toBe('annotating-systole');
    bench.markFrame(15);
    expect(bench.status).toBe('annotating-diastole');
    bench.markFrame(30);
    expect(bench.status).toBe('annotating-systole');
    bench.markFrame(41);
    expect(bench.status).toBe('finished');
    expect(bench.image.is_annotated).toBe(true);
    expect(frames(bench)).toEqual([
      [5, 15],
      [30, 41],
    ]);
  });

  test('a left click marks the frame that is shown, and a right click does not finish', () => {
    const bench = clip();
    bench.frame = 7;
    bench.click(100);
    expect(frames(bench)).toEqual([[7, false]]);
    bench.rightClick();
    expect(bench.status).toBe('annotating-systole');
  });

  test('f finishes and drops a trailing incomplete cycle; undo brings it back', () => {
    const bench = clip(5);
    for (const frame of [5, 15, 30]) bench.markFrame(frame);
    bench.key('finish');
    expect(bench.status).toBe('finished');
    expect(frames(bench)).toEqual([[5, 15]]);
    bench.key('undo');
    expect(frames(bench)).toEqual([
      [5, 15],
      [30, false],
    ]);
    expect(bench.status).toBe('annotating-systole');
  });

  test('finished does not go to editing', () => {
    const bench = clip(1);
    for (const frame of [5, 15]) bench.markFrame(frame);
    expect(bench.status).toBe('finished');
    expect(bench.key('edit')).toBe(false);
    bench.send({ type: 'edit' });
    expect(bench.status).toBe('finished');
  });

  test('the keys of the next and previous event go to marked frames', () => {
    const bench = clip();
    for (const frame of [5, 15, 30]) bench.markFrame(frame);
    bench.key('previous-event');
    expect(bench.frame).toBe(15);
    bench.key('previous-event');
    bench.key('next-event');
    expect(bench.frame).toBe(15);
  });
});

describe('an M-Mode strip', () => {
  test('annotating-onsets, then annotating-diastole, then annotating-systole, then finished', () => {
    const bench = new TimingBench({ modality: 'M-Mode', max: 2 });
    expect(bench.status).toBe('annotating-onsets');
    bench.clicks(100, 200, 300);
    expect(bench.status, 'three onsets close two cycles').toBe('annotating-diastole');
    bench.clicks(112, 212, 312);
    expect(bench.status).toBe('annotating-systole');
    bench.clicks(150, 250);
    expect(bench.status).toBe('finished');
    expect(bench.image.is_annotated).toBe(true);
    const [first, second] = bench.events;
    expect(first).toMatchObject({ onset_start: 100, end_diastole_start: 112, end_systole: 150, onset_end: 200, end_diastole_end: 212 });
    expect(second).toMatchObject({ onset_start: 200, end_diastole_start: 212, end_systole: 250, onset_end: 300, end_diastole_end: 312 });
  });

  test('right click ends the onsets, drops the open one, and the keys d and s mark at the cursor line', () => {
    const bench = new TimingBench({ modality: 'M-Mode', max: 5 });
    bench.clicks(100, 200);
    bench.rightClick();
    expect(bench.status).toBe('annotating-diastole');
    for (const x of [120, 220]) {
      bench.move(x);
      bench.key('diastole');
    }
    bench.move(160);
    bench.key('systole');
    expect(bench.status).toBe('finished');
    expect(bench.events).toHaveLength(1);
  });

  test('f while end diastoles are marked keeps only whole cycles', () => {
    const bench = new TimingBench({ modality: 'M-Mode', max: 2 });
    bench.clicks(100, 200, 300, 112, 212, 312, 150);
    bench.key('finish');
    expect(bench.status).toBe('finished');
    expect(onsets(bench)).toEqual([[100, 200]]);
  });
});

describe('a Doppler strip', () => {
  test('has onsets only: each closes a cycle and opens the next, and finishing drops the trailing incomplete one', () => {
    const bench = new TimingBench();
    bench.clicks(100, 200, 300);
    expect(bench.status).toBe('annotating-onsets');
    bench.key('finish');
    expect(bench.status).toBe('finished');
    expect(onsets(bench)).toEqual([
      [100, 200],
      [200, 300],
    ]);
    expect(new Set(bench.events.map(({ id }) => id)).size).toBe(2);
  });

  test('right click during onset annotation finishes', () => {
    const bench = new TimingBench();
    bench.clicks(100, 200);
    bench.rightClick();
    expect(bench.status).toBe('finished');
    expect(bench.taken).toBe(false);
  });

  test('space marks an onset at the cursor line, which pointer and arrow keys move', () => {
    const bench = new TimingBench();
    bench.move(100);
    bench.key('onset');
    bench.key('far-right');
    bench.key('right');
    bench.key('onset');
    expect(onsets(bench)[0]).toEqual([100, 111]);
    // Where the next onset would be, were this cycle as long as the one before.
    bench.key('next-event');
    expect(bench.state.cursor?.x).toBe(122);
  });

  test('ten cycles take twelve keys', () => {
    const bench = new TimingBench({ max: 1000 });
    let keys = 0;
    for (let onset = 0; onset <= 10; onset += 1) {
      bench.click(100 + onset * 90);
      keys += 1;
    }
    bench.key('finish');
    expect(keys + 1).toBe(12);
    expect(bench.events).toHaveLength(10);
    expect(bench.status).toBe('finished');
  });

  test('with more cycles than allowed, finishing leads to selecting-cycles, after a reload too', () => {
    const bench = new TimingBench({ max: 2 });
    bench.clicks(100, 200, 300, 400);
    bench.key('finish');
    expect(bench.status).toBe('selecting-cycles');
    expect(bench.image.is_annotated).toBe(true);
    bench.reload();
    expect(bench.status).toBe('selecting-cycles');
  });

  test('goes to editing when finished, where onsets move in both cycles, and f finishes again', () => {
    const bench = new TimingBench();
    bench.clicks(100, 200, 300);
    bench.key('finish');
    bench.key('edit');
    expect(bench.status).toBe('editing');
    bench.drag(204, 230);
    expect(onsets(bench)).toEqual([
      [100, 230],
      [230, 300],
    ]);
    bench.key('right');
    expect(bench.events[0]?.onset_end).toBe(231);
    expect(bench.image.is_annotated).toBe(true);
    bench.key('finish');
    expect(bench.status).toBe('finished');
  });

  test('takes more cycles in editing while below the maximum, before the first or after the last', () => {
    const bench = new TimingBench({ max: 3 });
    bench.clicks(200, 300);
    bench.key('finish');
    bench.key('edit');
    bench.click(400);
    bench.click(100);
    expect(onsets(bench)).toEqual([
      [100, 200],
      [200, 300],
      [300, 400],
    ]);
    bench.click(500);
    expect(bench.lastSaid).toBe('Please select a maximum of 3 cycles');
    expect(bench.events).toHaveLength(3);
  });

  test('an onset that was missed makes two cycles of one, which was traced as neither', () => {
    const bench = new TimingBench({ max: 4 });
    bench.clicks(100, 200, 400);
    bench.key('finish');
    const [kept, whole] = bench.events.map(({ id }) => id);
    bench.image = { ...bench.image, segmentation: [{ lines: [] }, { lines: [] }], measurements_caliper: [] };
    bench.key('edit');
    bench.click(391);
    expect(bench.lastSaid).toBe('Please select an earlier position');
    bench.click(209);
    expect(bench.lastSaid).toBe('Please select a later position');
    bench.click(300);
    expect(onsets(bench)).toEqual([
      [100, 200],
      [200, 300],
      [300, 400],
    ]);
    expect(bench.events[0]?.id).toBe(kept);
    expect(bench.events.map(({ id }) => id)).not.toContain(whole);
    expect(bench.image.segmentation).toEqual([{ lines: [] }, {}, {}]);
    bench.key('undo');
    expect(bench.events.map(({ id }) => id)).toEqual([kept, whole]);
  });
});

describe('choosing cycles', () => {
  const four = (max = 2) => {
    const bench = new TimingBench({ max, image: { segmentation: [] } });
    bench.clicks(100, 200, 300, 400, 500);
    bench.key('finish');
    return bench;
  };

  test('up to the maximum of contiguous cycles; the maximum is kept without a question', () => {
    const bench = four();
    bench.clicks(250, 350);
    bench.key('finish');
    expect(bench.status).toBe('finished');
    expect(onsets(bench)).toEqual([
      [200, 300],
      [300, 400],
    ]);
  });

  test('another number asks; cancelling keeps everything, confirming removes the others', () => {
    const bench = four();
    bench.click(250);
    bench.key('finish');
    expect(bench.state.choosing.asking).toBe(true);
    bench.send({ type: 'cancel' });
    expect(bench.events).toHaveLength(4);
    expect(bench.state.choosing.chosen).toHaveLength(1);
    bench.key('finish');
    bench.send({ type: 'confirm' });
    expect(onsets(bench)).toEqual([[200, 300]]);
    expect(bench.status).toBe('finished');
    bench.key('undo');
    expect(bench.status, 'undo brings back the choice').toBe('selecting-cycles');
    expect(bench.events).toHaveLength(4);
  });

  test('by keyboard: to a cycle, and space chooses it', () => {
    const bench = four();
    for (const key of ['next-event', 'next-event', 'onset', 'next-event', 'onset', 'finish']) bench.key(key);
    expect(onsets(bench)).toEqual([
      [200, 300],
      [300, 400],
    ]);
  });
});

test('what is unactive: no image, a role that may not change it, and before the engine is there', () => {
  for (const context of [{ image: null }, { mayChange: false }, { rules: null }]) {
    const bench = new TimingBench({ context });
    expect(bench.status).toBe('unactive');
    bench.clicks(100, 200);
    bench.send({ type: 'remove-all' });
    expect(bench.events).toEqual([]);
  }
});

test('remove all clears events and is_annotated, with the lines of the cycles, and undo brings all back', () => {
  const bench = new TimingBench();
  bench.clicks(100, 200, 300);
  bench.key('finish');
  const whole = bench.image;
  bench.key('remove-all');
  expect(bench.events).toEqual([]);
  expect(bench.image.is_annotated).toBe(false);
  expect(bench.status).toBe('annotating-onsets');
  bench.key('undo');
  expect(bench.image).toEqual(whole);
});

test('the onset type is changed as a gesture, and a cycle is excluded with a reason and included again', () => {
  const bench = new TimingBench();
  bench.clicks(100, 200, 300);
  bench.send({ type: 'onset-type', to: 'Flow' });
  expect(bench.image.onset_type).toBe('Flow');
  const id = bench.events[0]?.id ?? '';
  bench.send({ type: 'exclude', cycle: id, reason: 'ectopic beat' });
  expect(bench.events[0]?.excluded).toEqual({ reason: 'ectopic beat' });
  bench.send({ type: 'include', cycle: id });
  expect(bench.events[0]).not.toHaveProperty('excluded');
  bench.send({ type: 'exclude', cycle: id, reason: '' });
  expect(bench.events[0]).not.toHaveProperty('excluded');
});
