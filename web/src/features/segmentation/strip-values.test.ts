import { expect, test } from 'vitest';
import { STRIP } from '../../tools/doppler-trace/test-bench.ts';
import { valueAt } from './strip-values.ts';

test('velocities continue beyond the strip, where aliased flow is, as straight as within it', () => {
  // 0.5 cm/s a row, zero in row 200.
  const at = (x: number, y: number) => ({
    region: null,
    reason: null,
    x: { value: x / 100, unit: 's' as const },
    y: y >= 100 && y <= 355 ? { value: (200 - y) / 2, unit: 'cm/s' as const } : null,
  });
  expect(valueAt({ x: 250, y: 300 }, STRIP, { at })?.y?.value).toBe(-50);
  expect(valueAt({ x: 250, y: 380 }, STRIP, { at })?.y?.value).toBeCloseTo(-90, 9);
  expect(valueAt({ x: 250, y: 90 }, STRIP, { at })?.y?.value).toBeCloseTo(55, 9);
  expect(valueAt({ x: 2500, y: 90 }, STRIP, { at })?.x?.value).toBe(9.99);
});
