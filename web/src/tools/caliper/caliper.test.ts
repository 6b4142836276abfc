import { describe, expect, it } from 'vitest';
import { SECONDARY } from '../port.ts';
import { random } from '../tool-bench.ts';
import { can } from './guards.ts';
import { angleGuide, guideRadius } from './guide.ts';
import { templatesFor } from './measure.ts';
import { apart, overlayOf, valueWords } from './overlay.ts';
import { segmentsOf } from './points.ts';
import { ANGLE, CROSS, LENGTH, CaliperBench, WALLS } from './test-bench.ts';

const inHand = (...bench: ConstructorParameters<typeof CaliperBench>): CaliperBench => {
  const made = new CaliperBench(...bench);
  made.send({ type: 'toggle' });
  return made;
};

const words = (bench: CaliperBench): string[] =>
  overlayOf(bench.state, bench.context, bench.frame).flatMap((shape) => (shape.kind === 'label' ? [shape.text] : []));

describe('the caliper', () => {
  it('is taken in hand and put away by its key', () => {
    const bench = new CaliperBench();
    expect(bench.status).toBe('unactive');
    expect(bench.key('segmentation.caliper')).toBe(true);
    expect(bench.status).toBe('measuring');
    bench.key('segmentation.caliper');
    expect(bench.status).toBe('unactive');
  });

  it('names the next point at the cursor', () => {
    const bench = inHand();
    bench.send({ type: 'choose', template: 'Walls' });
    bench.move(10, 10);
    expect(words(bench)).toEqual(['RV-septum']);
    bench.click(10, 10);
    bench.move(20, 10);
    expect(words(bench)).toEqual(['septum-LV']);
  });

  it('is saved with Enter, in the cycle and event of the frame', () => {
    const bench = inHand();
    bench.frame = 30;
    bench.click(10, 10);
    expect(bench.key('segmentation.caliper-save')).toBe(false);
    bench.click(110, 10);
    expect(bench.measures).toEqual([]);
    expect(bench.key('segmentation.caliper-save')).toBe(true);
    expect(bench.measures).toMatchObject([
      {
        id: 'n1',
        type: 'Length',
        cycle: 1,
        event: 'end_systole',
        frame_number: 30,
        points: {
          pixel: [
            { x: 10, y: 10 },
            { x: 110, y: 10 },
          ],
        },
        dists_name: ['AB'],
      },
    ]);
    expect(bench.commits).toBe(1);
  });

  it('hides the button that saves until all points are placed, but for two-point measures', () => {
    const bench = inHand();
    const show = () => can(bench.state, bench.context).showSave;
    expect(show()).toBe(true);
    bench.send({ type: 'choose', template: 'Cross' });
    expect(show()).toBe(false);
    for (const [x, y] of [
      [10, 10],
      [110, 10],
      [60, 30],
      [60, 90],
    ] as const) {
      expect(show()).toBe(false);
      bench.click(x, y);
    }
    expect(show()).toBe(true);
  });

  it('counts a template already measured in the current cycle and event as finished', () => {
    const bench = inHand();
    bench.click(10, 10);
    bench.click(110, 10);
    bench.send({ type: 'save' });
    expect(bench.status).toBe('finished');
    bench.frame = 10;
    expect(bench.status).toBe('measuring');
    bench.frame = 1;
    bench.send({ type: 'choose', template: 'Cross' });
    expect(bench.status).toBe('measuring');
  });

  it('takes any number of measures in a cycle and event, each with a name if it has one', () => {
    const bench = inHand();
    for (const y of [10, 50, 90]) {
      bench.click(10, y);
      expect(bench.status).toBe('measuring');
      bench.click(110, y);
      bench.send({ type: 'save' });
    }
    expect(bench.measures).toMatchObject([{ cycle: 0 }, { cycle: 0 }, { cycle: 0 }]);
    const id = bench.measures[1]?.id ?? '';
    bench.send({ type: 'name', id, name: ' Mitral annulus ' });
    expect(bench.measures.map(({ name }) => name)).toEqual([undefined, 'Mitral annulus', undefined]);
    bench.send({ type: 'name', id, name: '  ' });
    expect(bench.measures.some((measure) => 'name' in measure)).toBe(false);
  });

  it('keeps a measure on a frame without an event unassigned, and takes any number of them', () => {
    const bench = inHand();
    bench.frame = 5;
    for (const y of [10, 50]) {
      bench.click(10, y);
      bench.click(110, y);
      bench.send({ type: 'save' });
      expect(bench.status).toBe('measuring');
    }
    expect(bench.measures).toMatchObject([{ cycle: null, event: null, frame_number: 5 }, { cycle: null }]);
  });

  it('belongs to the cycle of a strip that contains its first point', () => {
    const strip = { modality: 'PW Doppler' as const, cardiac_events: [{ id: 'c0', onset_start: 100, onset_end: 300 }] };
    const bench = inHand(strip);
    bench.click(150, 10);
    bench.click(250, 40);
    bench.send({ type: 'save' });
    bench.click(400, 10);
    bench.click(450, 40);
    bench.send({ type: 'save' });
    expect(bench.measures).toMatchObject([
      { cycle: 0, event: null },
      { cycle: null, event: null },
    ]);
  });

  it('chooses the template with Up and Down', () => {
    const bench = inHand();
    bench.key('segmentation.next-template');
    expect(bench.state.template).toBe('Cross');
    bench.key('segmentation.previous-template');
    bench.key('segmentation.previous-template');
    expect(bench.state.template).toBe('Angle');
  });

  it('offers templates for the image type, its own ones first', () => {
    const own = { ...WALLS, image_types: ['Parasternal long axis 2D'] };
    const other = { ...CROSS, image_types: ['Aortic arch 2D'] };
    expect(templatesFor('Parasternal long axis 2D', [LENGTH, other, own])).toEqual([own, LENGTH]);
  });

  it('forces collinearity when straight, and projects when perpendicular, unless it is unlocked', () => {
    const bench = inHand();
    bench.send({ type: 'choose', template: 'Walls' });
    for (const [x, y] of [
      [0, 0],
      [100, 0],
      [150, 40],
    ] as const)
      bench.click(x, y);
    expect(bench.placed[2]).toEqual({ x: 150, y: 0 });
    bench.key('segmentation.caliper-lock');
    bench.click(170, 40);
    expect(bench.placed[3]).toEqual({ x: 170, y: 40 });
    const cross = inHand();
    cross.send({ type: 'choose', template: 'Cross' });
    for (const [x, y] of [
      [0, 0],
      [100, 0],
      [30, 20],
      [80, 90],
    ] as const)
      cross.click(x, y);
    expect(cross.placed[3]).toEqual({ x: 30, y: 90 });
  });

  it('holds the constraint while a point of a saved measure is dragged', () => {
    const bench = inHand();
    bench.send({ type: 'choose', template: 'Walls' });
    for (const [x, y] of [
      [0, 0],
      [100, 0],
      [150, 0],
      [200, 0],
    ] as const)
      bench.click(x, y);
    bench.send({ type: 'save' });
    bench.down(100, 0);
    bench.move(100, 100);
    expect(bench.draft?.measurements_caliper[0]?.points.pixel[1]).toEqual({ x: 100, y: 100 });
    expect(bench.commits).toBe(1);
    bench.up(100, 100);
    expect(bench.draft).toBeNull();
    const [, , third, fourth] = bench.measures[0]?.points.pixel ?? [];
    // On the line through (0, 0) and (100, 100).
    expect(third?.x).toBeCloseTo(third?.y ?? Number.NaN, 9);
    expect(fourth?.x).toBeCloseTo(fourth?.y ?? Number.NaN, 9);
    expect(bench.measures[0]).toMatchObject({ dists: [null, null, null], provenance: null });
  });

  it('leaves a measure as it was when a drag is given up or goes nowhere', () => {
    const bench = inHand();
    bench.click(10, 10);
    bench.click(110, 10);
    bench.send({ type: 'save' });
    const before = bench.image;
    bench.down(12, 10);
    bench.move(50, 50);
    bench.send({ type: 'pointer-cancel' });
    expect(bench.image).toBe(before);
    expect(bench.draft).toBeNull();
    bench.down(10, 10);
    bench.up(10, 10);
    expect(bench.image).toBe(before);
  });

  it('removes a measurement by a right click within 5 pixels of a point of it', () => {
    const bench = inHand();
    bench.click(10, 10);
    bench.click(110, 10);
    bench.send({ type: 'save' });
    bench.down(116, 10, {}, SECONDARY);
    expect(bench.taken).toBe(false);
    expect(bench.measures).toHaveLength(1);
    bench.down(114, 10, {}, SECONDARY);
    expect(bench.taken).toBe(true);
    expect(bench.measures).toEqual([]);
  });

  it('takes back the last point by undo, and gives up the open measure by Escape before it is put away', () => {
    const bench = inHand();
    bench.send({ type: 'choose', template: 'Cross' });
    bench.click(10, 10);
    bench.click(110, 10);
    bench.undo();
    expect(bench.placed).toEqual([{ x: 10, y: 10 }]);
    bench.key('segmentation.leave-point');
    expect(bench.state.on).toBe(true);
    expect(bench.placed).toEqual([]);
    bench.key('segmentation.leave-point');
    expect(bench.state.on).toBe(false);
  });

  it('keeps its open points when the image is left, and is in hand with them when it is shown again', () => {
    const bench = inHand();
    bench.click(10, 10);
    bench.move(50, 10);
    expect(bench.draft).not.toBeNull();
    bench.send({ type: 'leave' });
    expect(bench.draft).toBeNull();
    expect(bench.placed).toEqual([{ x: 10, y: 10 }]);
    bench.reload();
    expect(bench.status).toBe('measuring');
    bench.click(110, 10);
    bench.send({ type: 'save' });
    expect(bench.measures[0]?.points.pixel).toEqual([
      { x: 10, y: 10 },
      { x: 110, y: 10 },
    ]);
    expect(bench.placed).toEqual([]);
  });

  it('reports that a right click has removed a measure, and undo brings it back as it was', () => {
    const bench = inHand();
    bench.click(10, 10);
    bench.click(110, 10);
    bench.send({ type: 'save' });
    const saved = bench.measures;
    bench.rightClick(12, 12);
    expect(bench.measures).toEqual([]);
    expect(bench.said).toEqual(['Caliper Length was removed. Undo brings it back.']);
    bench.undo();
    expect(bench.measures).toEqual(saved);
  });

  it('is placed only by keys: the first sets the cursor, the arrow keys move it, the next sets a point', () => {
    const bench = new CaliperBench();
    bench.key('segmentation.caliper');
    expect(bench.key('segmentation-point.right'), 'arrow keys are the page’s before').toBe(false);
    bench.key('segmentation.add-point');
    bench.key('segmentation.add-point');
    expect(bench.placed).toEqual([{ x: 399.5, y: 299.5 }]);
    for (const key of ['segmentation-point.far-right', 'segmentation-point.up', 'segmentation-point.fine-right']) bench.key(key);
    bench.key('segmentation.add-point');
    const [, second] = bench.placed;
    expect(second?.x).toBeCloseTo(409.6, 9);
    expect(second?.y).toBe(298.5);
    expect(bench.key('segmentation-point.right'), 'all points are placed').toBe(false);
    bench.key('segmentation.caliper-save');
    expect(bench.measures).toHaveLength(1);
  });

  it('keeps the cursor of the arrow keys in the picture, and gives it back to the pointer', () => {
    const bench = new CaliperBench();
    bench.key('segmentation.caliper');
    bench.key('segmentation.add-point');
    for (let step = 0; step < 100; step += 1) bench.key('segmentation-point.far-left');
    expect(bench.state.cursor).toEqual({ x: 0, y: 299.5 });
    bench.key('segmentation.leave-point');
    expect(bench.state).toMatchObject({ on: true, aiming: false });
    bench.key('segmentation.add-point');
    bench.move(50, 60);
    expect(bench.state).toMatchObject({ aiming: false, cursor: { x: 50, y: 60 } });
  });

  it('changes nothing for roles without permission', () => {
    const bench = new CaliperBench({}, { mayChange: false });
    expect(bench.key('segmentation.caliper')).toBe(false);
    bench.send({ type: 'toggle' });
    bench.click(10, 10);
    bench.rightClick(10, 10);
    expect(bench.status).toBe('unactive');
    expect(bench.commits).toBe(0);
  });
});

describe('what is drawn of it', () => {
  it('has an angle guide of 80 px, or of the minimum distance minus 80 when that exceeds 140', () => {
    expect(guideRadius(20)).toBe(80);
    expect(guideRadius(140)).toBe(80);
    expect(guideRadius(141)).toBe(61);
    expect(guideRadius(300)).toBe(220);
    const scale = { x: 2, y: 2 };
    const arc = angleGuide(
      [
        { x: 100, y: 0 },
        { x: 0, y: 0 },
        { x: 0, y: 90 },
      ],
      scale,
    );
    // The shorter arm is 180 px on the screen.
    for (const { x, y } of arc) expect(Math.hypot(x * 2, y * 2)).toBeCloseTo(100, 9);
    expect(arc[0]?.y).toBeCloseTo(0, 9);
    expect(arc.at(-1)?.x).toBeCloseTo(0, 9);
  });

  it('runs between pairs, neighbours or arms, by the counts of the template', () => {
    expect(segmentsOf(LENGTH)).toEqual([[0, 1]]);
    expect(segmentsOf(CROSS)).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(segmentsOf(WALLS)).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(segmentsOf(ANGLE)).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(segmentsOf({ ...ANGLE, n_points: 4 })).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it('is the value with its unit, in px without a scale, nothing where it is invalid', () => {
    const value = { name: 'AB', value: 3.456, unit: 'cm', reason: null, length_px: 100 };
    expect(valueWords(value)).toBe('3.46 cm');
    expect(valueWords({ ...value, value: null, unit: null, reason: 'no-region' })).toBe('100.00 px');
    expect(valueWords({ ...value, value: 45, unit: 'deg', length_px: null })).toBe('45.00°');
    expect(valueWords({ ...value, value: null, unit: null, length_px: null })).toBeNull();
  });

  it('is hidden with the measurements', () => {
    const bench = inHand({}, { shown: false });
    bench.move(10, 10);
    expect(overlayOf(bench.state, bench.context, 1)).toEqual([]);
  });
});

describe('any sequence of events', () => {
  it('keeps complete measures only, with unique ids', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const next = random(seed);
      const bench = inHand();
      for (let step = 0; step < 120; step += 1) {
        const [x, y] = [Math.floor(next() * 12) * 20, Math.floor(next() * 12) * 20];
        const gestures = [
          () => bench.click(x, y),
          () => bench.click(x, y),
          () => bench.click(x, y),
          () => bench.rightClick(x, y),
          () => bench.down(x, y),
          () => bench.move(x, y),
          () => bench.up(x, y),
          () => bench.send({ type: 'save' }),
          () => bench.send({ type: 'save' }),
          () => bench.undo(),
          () => bench.send({ type: 'walk', by: next() < 0.5 ? 1 : -1 }),
          () => bench.send({ type: 'lock' }),
          () => bench.send({ type: 'pointer-cancel' }),
          () => {
            bench.frame = [1, 5, 10, 20, 30][Math.floor(next() * 5)] ?? 1;
          },
        ];
        gestures[Math.floor(next() * gestures.length)]?.();
        for (const { points, points_name, dists, dists_name } of bench.measures) {
          expect(points.pixel.length, `seed ${seed}`).toBe(points_name.length);
          expect(dists.length).toBe(dists_name.length);
        }
        expect(new Set(bench.measures.map(({ id }) => id)).size).toBe(bench.measures.length);
        if (bench.placed.length === 0 && !bench.state.held) expect(bench.draft, `seed ${seed}`).toBeNull();
      }
    }
  });
});

describe('words of a caliper', () => {
  it('never overlap, at any zoom', () => {
    const at = { x: 100, y: 100 };
    const words = [
      { at, text: 'AB 3.21 cm' },
      { at: { x: 110, y: 104 }, text: 'CD 12.34 cm' },
      { at: { x: 92, y: 98 }, text: '88.12°' },
    ];
    for (const scale of [0.5, 1, 4]) {
      const placed = apart(words, { x: scale, y: scale });
      expect(placed[0]).toEqual(words[0]);
      for (const [place, a] of placed.entries())
        for (const b of placed.slice(place + 1)) {
          const apartInY = Math.abs(a.at.y - b.at.y) * scale >= 16;
          const [left, right] = a.at.x < b.at.x ? [a, b] : [b, a];
          const apartInX = (right.at.x - left.at.x) * scale >= left.text.length * 8;
          expect(apartInY || apartInX, `${a.text} and ${b.text} at ${scale}`).toBe(true);
        }
    }
  });
});
