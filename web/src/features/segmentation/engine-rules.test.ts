import { beforeAll, expect, test } from 'vitest';
import { SPECIFIED_RULES } from '../../tools/caliper/test-bench.ts';
import { loadEngine } from '../../tools/tool-bench.ts';
import { CALIPER_RULES } from './engine-rules.ts';

beforeAll(loadEngine);

test('the constraints of calipers follow the specification', () => {
  const placed = [
    { x: 10, y: 20 },
    { x: 110, y: 60 },
    { x: 40, y: 90 },
  ];
  const cursors = [
    { x: 75, y: 12 },
    { x: 200.5, y: 140.25 },
  ];
  for (const constraint of ['none', 'straight', 'perpendicular'] as const)
    for (const points of [2, 3, 4])
      for (let count = 0; count < points; count += 1)
        for (const cursor of cursors) {
          const given = [constraint, points, placed.slice(0, count), cursor, [1, 1]] as const;
          const [found, expected] = [CALIPER_RULES.caliperPoint(...given), SPECIFIED_RULES.caliperPoint(...given)];
          expect(found.x, `${constraint}, ${count} of ${points}`).toBeCloseTo(expected.x, 9);
          expect(found.y).toBeCloseTo(expected.y, 9);
        }
});
