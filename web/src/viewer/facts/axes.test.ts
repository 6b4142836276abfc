import { describe, expect, it } from 'vitest';
import type { FlowRegion } from '@echometry/contract/generated/image-metadata.ts';
import type { PhysicalReading } from '@echometry/contract/generated/physical-reading.ts';
import { axesOf } from './axes.ts';

/** A spectrum of 400 by 200 pixels at 100, 50: 5 ms and -1 cm/s a pixel, the zero line at row 150. */
const REGION: FlowRegion = {
  region_location_min_x: 100,
  region_location_max_x: 500,
  region_location_min_y: 50,
  region_location_max_y: 250,
  spacing_x: 0.005,
  spacing_y: 1,
  reference_x: null,
  reference_y: 150,
  units_x: 's',
  units_y: 'cm/s',
  physical_delta_x: 0.005,
  physical_delta_y: -1,
  region_index: 0,
};
const PICTURE = { width: 600, height: 300 };
const MAP = { region_index: 0, source: 'regions', x: null, y: null } as const;

const scale = {
  at: (x: number, y: number): PhysicalReading => ({
    region: MAP,
    x: { value: (x - 100) * 0.005, unit: 's' },
    y: { value: 150 - y, unit: 'cm/s' },
    reason: null,
  }),
};
const fitted = { scale: 1, aspect: 1, left: 100, top: 50 };
const CANVAS = { width: 800, height: 400 };

describe('axes', () => {
  it('have ticks at round values, where the scale has these values', () => {
    const [x, y] = axesOf(REGION, scale, fitted, PICTURE, CANVAS);
    expect(x).toMatchObject({ direction: 'x', unit: 's', outside: true, across: 350 });
    // 0 s at column 100, which is 200.5 px of the canvas; 2 s at column 500.
    expect(x?.ticks.map(({ text }) => text)).toEqual(['0.0', '0.5', '1.0', '1.5', '2.0']);
    expect(x?.ticks.map(({ at }) => at)).toEqual([200.5, 300.5, 400.5, 500.5, 600.5]);
    expect(y).toMatchObject({ direction: 'y', unit: 'cm/s', outside: true, across: 100 });
    expect(y?.ticks.map(({ text, at }) => [text, at])).toEqual([
      ['100', 100.5],
      ['50', 150.5],
      ['0', 200.5],
      ['−50', 250.5],
      ['−100', 300.5],
    ]);
    expect(y?.ticks.filter(({ zero }) => zero).map(({ at }) => at)).toEqual([200.5]);
  });

  it('honour the shape of pixels and the zoom: nearer ticks have more of them', () => {
    const far = axesOf(REGION, scale, { ...fitted, aspect: 1.5 }, PICTURE, { width: 800, height: 600 });
    // Row 150 is 150.5 pixels of 1.5 below the upper edge.
    expect(far[1]?.ticks.find(({ zero }) => zero)?.at).toBe(50 + 150.5 * 1.5);
    const near = axesOf(REGION, scale, { scale: 4, aspect: 1, left: -400, top: -400 }, PICTURE, CANVAS);
    const [x, y] = near;
    expect(x).toMatchObject({ outside: false, from: 2, to: 800 });
    expect(y).toMatchObject({ outside: false, across: 2 });
    expect(y?.ticks.map(({ text }) => text)).toContain('20');
    for (const tick of y?.ticks ?? []) expect(tick.at >= 0 && tick.at <= CANVAS.height).toBe(true);
  });

  it('are not shown without values, with two units, or for a region out of sight', () => {
    const none = { at: (): PhysicalReading => ({ region: MAP, x: null, y: null, reason: 'no_scale' }) };
    expect(axesOf(REGION, none, fitted, PICTURE, CANVAS)).toEqual([]);
    const half = { at: (x: number, y: number): PhysicalReading => ({ ...scale.at(x, y), y: null }) };
    expect(axesOf(REGION, half, fitted, PICTURE, CANVAS).map(({ direction }) => direction)).toEqual(['x']);
    expect(axesOf(REGION, scale, { ...fitted, left: -2000 }, PICTURE, CANVAS).map(({ direction }) => direction)).toEqual(['y']);
  });
});
