import { describe, expect, test } from 'vitest';
import { random } from '../tool-bench.ts';
import type { CycleRules, Proposal } from './state.ts';
import { SPECIFIED_RULES, TimingBench } from './test-bench.ts';
import { messages } from './messages.ts';

const proposed = (event: Proposal['event'], ...positions: number[]): Proposal[] =>
  positions.map((position) => ({ event, position, method: 'ecg-trace', method_version: '1' }) as const);

describe('proposals of an M-Mode with an ECG', () => {
  const onsets = proposed('onset', 100, 200, 300);

  test('one more end systole than cycles: all that fit are accepted, and nothing more is offered', () => {
    const bench = new TimingBench({
      modality: 'M-Mode',
      max: 2,
      context: { proposals: [...onsets, ...proposed('end_systole', 150, 250, 350)] },
    });
    bench.key('accept-all');
    bench.clicks(112, 212, 312);
    expect(bench.status).toBe('annotating-systole');
    bench.key('accept-all');
    expect(bench.events.map(({ end_systole }) => end_systole)).toEqual([150, 250]);
    bench.key('accept-all');
    expect(bench.lastSaid).toBe(messages.noProposalFits);
    bench.key('finish');
    expect(bench.status).toBe('finished');
  });

  test('a click after the last end systole changes nothing and shows the reason', () => {
    const bench = new TimingBench({ modality: 'M-Mode', max: 1, context: { proposals: proposed('end_systole', 150) } });
    bench.clicks(100, 200, 112, 212);
    bench.key('accept-all');
    const before = bench.image;
    bench.click(160);
    expect(bench.image).toBe(before);
    expect(bench.lastSaid).toBe(messages.allSet);
  });

  test('a proposal that cannot be marked is passed over, and can be dropped', () => {
    const bench = new TimingBench({ modality: 'M-Mode', max: 1, context: { proposals: proposed('end_systole', 115, 150) } });
    bench.clicks(100, 200, 115, 212);
    bench.key('accept');
    expect(bench.events[0]?.end_systole, '115 is the end diastole').toBe(150);
  });
});

/** Far more checks of rules than marks and proposals need. */
const MAX_CHECKS = 2000;

/** The rules, which throw when one event asks them without end. */
function countedRules(count: { checks: number }): CycleRules {
  const counted =
    <A extends unknown[], R>(rule: (...args: A) => R) =>
    (...args: A): R => {
      count.checks += 1;
      if (count.checks > MAX_CHECKS) throw new Error('the tool does not come to an end');
      return rule(...args);
    };
  return {
    checkFrame: counted(SPECIFIED_RULES.checkFrame),
    checkOnset: counted(SPECIFIED_RULES.checkOnset),
    checkPosition: counted(SPECIFIED_RULES.checkPosition),
    checkOrder: counted(SPECIFIED_RULES.checkOrder),
    checkCycles: counted(SPECIFIED_RULES.checkCycles),
    cycleAlarms: counted(SPECIFIED_RULES.cycleAlarms),
  };
}

const EVENTS = ['onset', 'end_diastole', 'end_systole'] as const;
const KEYS = ['accept', 'accept-all', 'drop', 'undo', 'finish', 'edit', 'remove-all', 'diastoles-on-onsets'] as const;

test.each(['M-Mode', 'PW Doppler', '2D'] as const)(
  'no sequence of events keeps the tool busy without end, and every key of %s changes something or says why not',
  (modality) => {
    for (let seed = 1; seed <= 150; seed += 1) {
      const next = random(seed);
      const upTo = (n: number): number => Math.floor(next() * n);
      const count = { checks: 0 };
      const proposals = Array.from({ length: upTo(12) }, () =>
        proposed(EVENTS[upTo(3)] ?? 'onset', 1 + upTo(modality === '2D' ? 199 : 600)),
      )
        .flat()
        .sort((a, b) => a.position - b.position);
      const bench = new TimingBench({ modality, max: 1 + upTo(4), context: { proposals, rules: countedRules(count) } });
      for (let step = 0; step < 40; step += 1) {
        count.checks = 0;
        const before = { state: bench.state, image: bench.image, said: bench.said.length, frame: bench.frame };
        const key = KEYS[upTo(KEYS.length + 4)];
        if (key === undefined) {
          if (modality === '2D') bench.markFrame(1 + upTo(200));
          else bench.click(1 + upTo(600));
          continue;
        }
        if (!bench.key(key)) continue;
        const changed =
          bench.state !== before.state || bench.image !== before.image || bench.said.length > before.said || bench.frame !== before.frame;
        expect(changed, `${modality}, seed ${seed}, step ${step}: ${key} in ${bench.status}`).toBe(true);
      }
    }
  },
);
