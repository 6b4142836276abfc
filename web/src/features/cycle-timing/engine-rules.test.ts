import { beforeAll, expect, test } from 'vitest';
import { SPECIFIED_RULES } from '../../tools/cycle-timing/test-bench.ts';
import { loadEngine } from '../../tools/tool-bench.ts';
import { ENGINE_RULES } from './engine-rules.ts';

beforeAll(loadEngine);

test('the rules of the engine are those in the specification, with its words', () => {
  const places = [null, 1, 90, 99.5, 100, 110, 110.5, 121, 131];
  for (const before of places) {
    for (const at of places) {
      if (at === null) continue;
      expect(ENGINE_RULES.checkFrame(at, before), `frame ${at} after ${before}`).toEqual(SPECIFIED_RULES.checkFrame(at, before));
      expect(ENGINE_RULES.checkOnset(at, before), `onset ${at} after ${before}`).toEqual(SPECIFIED_RULES.checkOnset(at, before));
      for (const after of places) {
        expect(ENGINE_RULES.checkPosition(at, before, after), `${at} between ${before} and ${after}`).toEqual(
          SPECIFIED_RULES.checkPosition(at, before, after),
        );
        for (const coincide of [false, true])
          expect(ENGINE_RULES.checkOrder(at, before, after, coincide), `${at} between ${before} and ${after}`).toEqual(
            SPECIFIED_RULES.checkOrder(at, before, after, coincide),
          );
      }
    }
  }
  for (const chosen of [[], [2], [1, 2], [2, 1], [1, 3], [0, 1, 2, 3], [0, 2, 4, 6]])
    expect(ENGINE_RULES.checkCycles(chosen, 3), chosen.join()).toEqual(SPECIFIED_RULES.checkCycles(chosen, 3));
  for (const lengths of [[], [1], [1, 2], [1, 2.25], [1, null, 1, 3], [800, 832, 336, 1104]])
    expect(ENGINE_RULES.cycleAlarms(lengths), lengths.join()).toEqual(SPECIFIED_RULES.cycleAlarms(lengths));
});
