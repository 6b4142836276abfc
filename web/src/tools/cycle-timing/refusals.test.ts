import { describe, expect, test } from 'vitest';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { TimingBench } from './test-bench.ts';

const DEVIATES = 'The size of this cycle is more than 50% different than the mean';

describe('refusals in the words of the specification', () => {
  test('Please select a later frame', () => {
    const bench = new TimingBench({ modality: '2D' });
    bench.markFrame(5);
    bench.markFrame(5);
    expect(bench.lastSaid).toBe('Please select a later frame');
    expect(bench.status).toBe('annotating-systole');
    bench.markFrame(9);
    bench.markFrame(9);
    expect(bench.events).toHaveLength(1);
  });

  test('Please select a later onset: more than 10 pixels after the one before', () => {
    const bench = new TimingBench();
    bench.clicks(100, 110);
    expect(bench.lastSaid).toBe('Please select a later onset');
    expect(bench.events).toHaveLength(1);
    bench.click(110.5);
    expect(bench.events).toHaveLength(2);
  });

  test('Please select a later position, Please select an earlier position', () => {
    const bench = new TimingBench({ modality: 'M-Mode', max: 1 });
    bench.clicks(100, 200, 99.5);
    expect(bench.lastSaid).toBe('Please select a later position');
    bench.click(200);
    expect(bench.lastSaid).toBe('Please select an earlier position');
    bench.clicks(120, 215, 120);
    expect(bench.lastSaid).toBe('Please select a later position');
    bench.click(200);
    expect(bench.lastSaid).toBe('Please select an earlier position');
    expect(bench.status).toBe('annotating-systole');
    bench.click(160);
    expect(bench.status).toBe('finished');
  });

  test('an end diastole may be at its onset, and marks of the same kind are more than 10 pixels apart', () => {
    const bench = new TimingBench({ modality: 'M-Mode', max: 2 });
    bench.clicks(100, 200, 300, 100, 200);
    expect(bench.events.map((events) => [events.end_diastole_start, events.end_diastole_end])).toEqual([
      [100, 200],
      [200, false],
    ]);
    bench.click(300);
    expect(bench.status).toBe('annotating-systole');
    // End systole directly after an end diastole, and close to the onset that follows.
    bench.clicks(100.5, 295);
    expect(bench.status).toBe('finished');

    const close = new TimingBench({ modality: 'M-Mode', max: 2 });
    close.clicks(100, 200, 300, 195, 205);
    expect(close.lastSaid).toBe('Please select a later position');
    close.click(205.5);
    expect(close.events[1]?.end_diastole_start).toBe(205.5);
  });

  test('one key puts all end diastoles on the onsets, and keeps those that are marked', () => {
    const bench = new TimingBench({ modality: 'M-Mode', max: 3 });
    bench.clicks(100, 200, 300, 400, 104);
    bench.key('diastoles-on-onsets');
    expect(bench.events.map((events) => [events.end_diastole_start, events.end_diastole_end])).toEqual([
      [104, 200],
      [200, 300],
      [300, 400],
    ]);
    expect(bench.status).toBe('annotating-systole');
    expect(bench.image.is_annotated).toBe(false);
  });

  test('a moved end diastole stays on or after its onset, and a moved onset on or before its end diastole', () => {
    const bench = new TimingBench({ modality: 'M-Mode', max: 1 });
    bench.clicks(100, 200, 110, 210, 150);
    bench.key('edit');
    bench.drag(110, 99);
    expect(bench.lastSaid).toBe('Please select a later position');
    bench.drag(110, 100);
    expect(bench.events[0]?.end_diastole_start).toBe(100);
    bench.drag(150, 200);
    expect(bench.lastSaid).toBe('Please select an earlier position');
    bench.drag(150, 199);
    expect(bench.events[0]?.end_systole).toBe(199);
  });

  test('a mark that is moved stays between those next to it', () => {
    const bench = new TimingBench();
    bench.clicks(100, 200, 300);
    bench.key('finish');
    bench.key('edit');
    bench.drag(200, 105);
    expect(bench.lastSaid).toBe('Please select a later onset');
    bench.drag(200, 295);
    expect(bench.lastSaid).toBe('Please select an earlier position');
    expect(bench.events[0]?.onset_end).toBe(200);
  });

  test('Please select a maximum of N cycles, Please select continuous cycles', () => {
    const bench = new TimingBench({ max: 2 });
    bench.clicks(100, 200, 300, 400, 500);
    bench.key('finish');
    bench.clicks(150, 350);
    expect(bench.lastSaid).toBe('Please select continuous cycles');
    bench.clicks(250, 350);
    expect(bench.lastSaid).toBe('Please select a maximum of 2 cycles');
    expect(bench.state.choosing.chosen).toHaveLength(2);
  });

  test('Select up to {max} continuous cycles, when none is chosen', () => {
    const bench = new TimingBench({ max: 2 });
    bench.clicks(100, 200, 300, 400);
    bench.key('finish');
    bench.key('finish');
    expect(bench.lastSaid).toBe('Select up to 2 continuous cycles');
    expect(bench.status).toBe('selecting-cycles');
  });

  test('a clip takes no more cycles than the maximum when it was reopened', () => {
    const bench = new TimingBench({ modality: '2D', max: 1 });
    for (const frame of [5, 15]) bench.markFrame(frame);
    bench.key('undo');
    expect(bench.status).toBe('annotating-diastole');
    bench.markFrame(30);
    expect(bench.lastSaid).toBe('Please select a maximum of 1 cycles');
  });

  test('1000 cycles where the user defines their number', () => {
    const cycles = Array.from({ length: 1000 }, (_, cycle) => ({ id: `c${cycle}`, onset_start: cycle * 20, onset_end: cycle * 20 + 20 }));
    const bench = new TimingBench({
      max: 1000,
      image: { cardiac_events: cycles },
      context: { strip: { left: 0, right: 30_000, top: 0, bottom: 99, baseline: null } },
    });
    bench.click(20_050);
    expect(bench.lastSaid).toBe('Please select a maximum of 1000 cycles');
    expect(bench.events).toHaveLength(1000);
  });

  test('nothing is finished without one whole cycle', () => {
    const bench = new TimingBench();
    bench.click(100);
    bench.key('finish');
    expect(bench.image.is_annotated).toBe(false);
    expect(bench.alerts).toEqual([{ type: 'alert', level: 'soft', message: 'Please mark one whole cycle before you finish' }]);
  });
});

describe('the hard alert about a length', () => {
  const alarms = (bench: TimingBench) => bench.alerts.filter(({ level, message }) => level === 'hard' && message === DEVIATES).length;

  test('below half and above double the mean, and the mark stays', () => {
    const bench = new TimingBench();
    bench.clicks(100, 200, 300);
    expect(alarms(bench)).toBe(0);
    bench.click(349);
    expect(alarms(bench)).toBe(1);
    expect(bench.events).toHaveLength(4);
  });

  test('exactly half and double the length raise no alarm', () => {
    const bench = new TimingBench();
    bench.clicks(100, 200, 250);
    expect(alarms(bench)).toBe(0);
  });

  test('for a clip from one end diastole to the next, by the times of its frames', () => {
    const frameTimes = Array.from({ length: 100 }, (_, index) => (index < 60 ? index * 10 : index * 40));
    const bench = new TimingBench({ modality: '2D', max: 5, context: { frameTimes } });
    for (const frame of [1, 10, 21, 30, 41, 50, 62]) bench.markFrame(frame);
    expect(alarms(bench)).toBe(1);
  });

  test('for an onset that is moved', () => {
    const bench = new TimingBench();
    bench.clicks(100, 200, 300);
    bench.key('finish');
    bench.key('edit');
    bench.drag(200, 140);
    expect(alarms(bench)).toBe(1);
  });
});

describe('tolerances', () => {
  test('a mark is taken within 5 pixels of the screen, at any zoom', () => {
    for (const scale of [0.5, 1, 4]) {
      const bench = new TimingBench({ context: { scale: () => ({ x: scale, y: scale }) } });
      bench.clicks(100, 200, 300);
      bench.key('finish');
      bench.key('edit');
      const near = 5 / scale;
      bench.drag(200 + near, 240);
      expect(bench.events[0]?.onset_end, `scale ${scale}`).toBe(240);
      bench.drag(240 + near + 0.5, 260);
      expect(bench.events[0]?.onset_end).toBe(240);
    }
  });

  test('a click beside the strip marks nothing', () => {
    const bench = new TimingBench();
    bench.click(100, 150);
    bench.click(2500);
    expect(bench.events).toEqual([]);
    expect(bench.taken).toBe(false);
  });
});

test('the lines of a cycle go with it, and a caliper of a removed cycle belongs to none', () => {
  const line = { name: 'a', finished: true, shape: 'curve', pattern: 'normal', frame_number: null, points: [] } as const;
  const image: Partial<AnalysisImage> = {
    cardiac_events: [100, 200, 300].map((x, cycle) => ({ id: `c${cycle}`, onset_start: x, onset_end: x + 100 })),
    is_annotated: true,
    is_segmented: true,
    segmentation: [0, 1, 2].map((cycle) => ({ lines: [{ ...line, name: `of ${cycle}`, points: [] }] })),
    measurements_caliper: [0, 2].map((cycle) => ({
      id: `k${cycle}`,
      type: 'd',
      cycle,
      event: null,
      frame_number: null,
      points: [],
      points_name: [],
      dists: [],
      dists_name: [],
      angles: [],
      angles_name: [],
    })) as unknown as AnalysisImage['measurements_caliper'],
  };
  const bench = new TimingBench({ max: 2, image });
  bench.clicks(250, 350);
  bench.key('finish');
  expect(bench.events.map(({ id }) => id)).toEqual(['c1', 'c2']);
  expect(bench.image.segmentation.map(({ lines }) => lines?.[0]?.name)).toEqual(['of 1', 'of 2']);
  expect(bench.image.measurements_caliper.map(({ id, cycle }) => [id, cycle])).toEqual([
    ['k0', null],
    ['k2', 1],
  ]);
  expect(bench.image).toMatchObject({ cycles_segmented: 2, is_segmented: true });
});
