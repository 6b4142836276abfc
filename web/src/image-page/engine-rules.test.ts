import { beforeAll, expect, test } from 'vitest';
import { SPECIFIED_RULES } from '../tools/caliper/test-bench.ts';
import { SPECIFIED_RULES as CYCLE_RULES } from '../tools/cycle-timing/test-bench.ts';
import { loadEngine } from '../tools/tool-bench.ts';
import { ENGINE_RULES } from './engine-rules.ts';

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
          const [found, expected] = [ENGINE_RULES.caliperPoint(...given), SPECIFIED_RULES.caliperPoint(...given)];
          expect(found.x, `${constraint}, ${count} of ${points}`).toBeCloseTo(expected.x, 9);
          expect(found.y).toBeCloseTo(expected.y, 9);
        }
});

test('the rules of the engine are those in the specification, with its words', () => {
  const places = [null, 1, 90, 99.5, 100, 110, 110.5, 121, 131];
  for (const before of places) {
    for (const at of places) {
      if (at === null) continue;
      expect(ENGINE_RULES.checkFrame(at, before), `frame ${at} after ${before}`).toEqual(CYCLE_RULES.checkFrame(at, before));
      expect(ENGINE_RULES.checkOnset(at, before), `onset ${at} after ${before}`).toEqual(CYCLE_RULES.checkOnset(at, before));
      for (const after of places) {
        expect(ENGINE_RULES.checkPosition(at, before, after), `${at} between ${before} and ${after}`).toEqual(
          CYCLE_RULES.checkPosition(at, before, after),
        );
        for (const coincide of [false, true])
          expect(ENGINE_RULES.checkOrder(at, before, after, coincide), `${at} between ${before} and ${after}`).toEqual(
            CYCLE_RULES.checkOrder(at, before, after, coincide),
          );
      }
    }
  }
  for (const chosen of [[], [2], [1, 2], [2, 1], [1, 3], [0, 1, 2, 3], [0, 2, 4, 6]])
    expect(ENGINE_RULES.checkCycles(chosen, 3), chosen.join()).toEqual(CYCLE_RULES.checkCycles(chosen, 3));
  for (const lengths of [[], [1], [1, 2], [1, 2.25], [1, null, 1, 3], [800, 832, 336, 1104]])
    expect(ENGINE_RULES.cycleAlarms(lengths), lengths.join()).toEqual(CYCLE_RULES.cycleAlarms(lengths));
});
