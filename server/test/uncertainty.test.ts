/** Intervals of the true value, over studies simulated apart from the engine in Python, and the figures of docs/readers.md. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import {
  changeOf,
  combinedInterval,
  errorOf,
  type Interval,
  intervalOf,
  type ReadingError,
} from '@echometry/contract/rules/uncertainty.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureReaders } from '../../scripts/lib/python.mjs';

const PREPARING_MS = 600_000;
const SEEDS = [20_261_129, 1, 2];
const CASES = [10, 20, 60];
const PIXELS = ['equal', 'mixed'] as const;

/** A study: value, truth and standard deviation of tracing. */
type Study = [number, number, number];
interface Reader {
  gold: number[];
  studies: Study[];
}
interface Simulated {
  quantities: Record<string, Reader[]>;
  certificates: number[][];
  errors: number[];
}

const setups = CASES.flatMap((cases) => PIXELS.map((pixels) => ({ cases, pixels })));
/** For each setup the simulations of the seeds. */
const made = new Map<string, Simulated[]>();
beforeAll(async () => {
  const script = path.join(checkoutRoot(), 'server', 'test', 'readers', 'uncertainty.py');
  const python = await ensureReaders();
  for (const setup of setups) {
    const texts = SEEDS.map((seed) =>
      execFileSync(python, [script, String(seed), String(setup.cases), setup.pixels], { encoding: 'utf8', maxBuffer: 64 << 20 }),
    );
    made.set(
      JSON.stringify(setup),
      texts.map((text) => JSON.parse(text) as Simulated),
    );
  }
}, PREPARING_MS);
const simulatedOf = (setup: (typeof setups)[number]): Simulated[] => made.get(JSON.stringify(setup)) ?? [];

function errorBy(gold: readonly number[]): ReadingError {
  const n = gold.length;
  const bias = gold.reduce((sum, one) => sum + one, 0) / n;
  return errorOf({ n, bias, sd: Math.sqrt(gold.reduce((sum, one) => sum + (one - bias) ** 2, 0) / (n - 1)) });
}

const holds = (interval: Interval | null, truth: number): boolean => {
  const ends = interval?.ends ?? null;
  return ends !== null && ends[0] <= truth && truth <= ends[1];
};

/** Percent of studies whose interval holds the truth. */
function percentOf(hits: readonly boolean[]): number {
  return (100 * hits.filter(Boolean).length) / hits.length;
}

const direct = (readers: readonly Reader[]): number =>
  percentOf(
    readers.flatMap(({ gold, studies }) =>
      studies.map(([value, truth, tracing]) => holds(intervalOf(value, errorBy(gold), tracing), truth)),
    ),
  );

/** As direct, by the variability of the parts only. */
const combined = (kind: 'ratio' | 'mean', whole: readonly Reader[], parts: ReadonlyArray<readonly Reader[]>): number =>
  percentOf(
    whole.flatMap(({ studies }, reader) =>
      studies.map(([value, truth, tracing], at) => {
        const of = parts.map((readers) => ({ value: readers[reader]!.studies[at]![0], error: errorBy(readers[reader]!.gold) }));
        return holds(combinedInterval(kind, value, of, tracing), truth);
      }),
    ),
  );

/** Percent of pairs of studies whose measured change is within the smallest real one of the true change. */
const unchanged = (readers: readonly Reader[]): number =>
  percentOf(
    readers.flatMap(({ gold, studies }) => {
      const error = errorBy(gold);
      const pairs = studies.slice(1).map((later, at) => [studies[at]!, later] as const);
      return pairs.map(([earlier, later]) => {
        // Both are moved to the same truth, as of a patient who has not changed.
        const found = changeOf({ value: earlier[0] - earlier[1], error }, { value: later[0] - later[1], error }, true);
        return found !== null && Math.abs(found.change) <= found.smallest;
      });
    }),
  );

/** What 90 % of certificates reach at least, each in many studies of its reader. */
function reachedBy90({ certificates, errors }: Pick<Simulated, 'certificates' | 'errors'>): number {
  const reached = certificates.map((gold) => {
    // The interval of a value that is read with an error is that of zero, moved by the error.
    const interval = intervalOf(0, errorBy(gold), null);
    return percentOf(errors.map((one) => holds(interval, -one)));
  });
  return reached.toSorted((a, b) => a - b)[reached.length / 10] ?? 0;
}

function coverageOf(simulated: Simulated['quantities']): Record<string, number> {
  const of = (name: string): Reader[] => simulated[name] ?? [];
  return {
    ...Object.fromEntries(['EF', 'GLS', 'VTI', 'E', "e'", 'GLS of three views'].map((name) => [name, direct(of(name))])),
    "E/e' of its parts": combined('ratio', of("E/e'"), [of('E'), of("e'")]),
    'GLS of its parts': combined('mean', of('GLS of three views'), [of('GLS'), of('GLS 2'), of('GLS 3')]),
    'EF, no change': unchanged(of('EF')),
  };
}

const isInside = (percent: number): boolean => percent >= 93 && percent <= 97;

describe('intervals of the true value', () => {
  it.each(setups)('hold it in 93 to 97 % of studies: $cases gold cases, $pixels sizes of pixels', (setup) => {
    const samples = simulatedOf(setup).map(({ quantities }) => coverageOf(quantities));
    const mean = (name: string): number => samples.reduce((sum, sample) => sum + (sample[name] ?? 0), 0) / samples.length;
    const names = Object.keys(samples[0] ?? {});
    expect(names).toHaveLength(9);
    expect(names.filter((name) => !isInside(mean(name)))).toEqual([]);
  });

  it('hold it in 93 to 97 % of nearly every sample of 1,000 studies, and in 92.5 to 97.5 % of each', () => {
    const all = setups.flatMap((setup) => simulatedOf(setup).flatMap(({ quantities }) => Object.values(coverageOf(quantities))));
    expect(all).toHaveLength(setups.length * SEEDS.length * 9);
    // The standard error of a share of 95 % of 1,000 is 0.7 %: a few samples are outside by chance.
    expect(percentOf(all.map(isInside))).toBeGreaterThan(97);
    expect(Math.min(...all)).toBeGreaterThan(92.5);
    expect(Math.max(...all)).toBeLessThan(97.5);
  });

  it.each([
    [10, 86],
    [20, 89],
    [60, 91.5],
  ])('hold it for nine of ten readers with %i gold cases in %f % of their studies at least', (cases, percent) => {
    const simulated = simulatedOf({ cases, pixels: 'equal' });
    const reached = simulated.reduce((sum, one) => sum + reachedBy90(one), 0) / simulated.length;
    expect(reached).toBeGreaterThan(percent);
  });
});
