/** The order of the review queue on simulated studies with injected errors, and the figures of docs/readers.md. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { checkoutRoot } from '@echometry/bindings/node/client.ts';
import { DRAWN_SHARE, drawOf, queueOrder, triage, type TriageImage } from '@echometry/contract/rules/triage.ts';
import { judged, otherViews, type OtherValue, type ReadImage, usualDifferences } from '@echometry/contract/rules/triage-facts.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureReaders } from '../../scripts/lib/python.mjs';

const PREPARING_MS = 600_000;
/** The rule was made on seeds below 100. */
const SEEDS = ['7001', '7002', '7003', '7004', '7005', '9001', '9002', '9003', '9004', '9005'];
/** Share of images that a machine measured. */
const MACHINE = 0.85;
const KINDS = ['end systole', 'trabeculae', 'wave', 'caliper', 'sample', 'view'];

interface SimulatedImage extends Pick<TriageImage, 'type' | 'seen_as' | 'proposal' | 'good' | 'certified'> {
  values: { name: string; units: string; event: string | null; cycles: number[]; limits: number[] }[];
  machine: Record<string, number> | null;
  second: Record<string, number> | null;
  oddities: TriageImage['oddities'][number]['rule'][];
}
interface Simulated {
  images: SimulatedImage[];
  error: string | null;
  /** The error changes a conclusion, or a value by more than readers differ. */
  counts: boolean;
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

function factsOf({ values, machine, second, oddities, ...image }: SimulatedImage): ReadImage {
  const others = (by: OtherValue['by'], of: Record<string, number> | null): OtherValue[] =>
    of === null ? [] : values.map(({ name, units }) => ({ by, from: null, name, units, value: of[name]! }));
  const read = values.map((value) => ({ ...value, value: meanOf(value.cycles), certified: null }));
  const all = [...others('machine', machine), ...others('reader', second)];
  return { ...image, values: read, others: all, oddities: oddities.map((rule) => ({ rule, text: rule })) };
}

type Ordered = Simulated & { draw: number; chance: number; drawn: boolean };

/** Queues of simulated studies of which a machine measured a share of the images. */
async function queues(machine: number, seeds: readonly string[]): Promise<Ordered[][]> {
  const script = path.join(checkoutRoot(), 'server', 'test', 'readers', 'triage_studies.py');
  const printed = execFileSync(await ensureReaders(), [script, `${machine}`, ...seeds], { encoding: 'utf8', maxBuffer: 256 << 20 });
  return (JSON.parse(printed) as Simulated[][]).map((studies, run) => {
    const read = studies.map(({ images }) => {
      const facts = images.map(factsOf);
      return facts.map((image, at) => ({ ...image, others: [...image.others, ...otherViews(facts, at)] }));
    });
    const usual = usualDifferences(read.flat());
    const chanceOf = (n: number): number => triage((read[n] ?? []).map((image) => judged(image, usual))).chance;
    return queueOrder(studies.map((study, n) => ({ ...study, chance: chanceOf(n), draw: drawOf(seeds[run] ?? '', `${n}`) })));
  });
}

let runs: Ordered[][];
beforeAll(async () => {
  runs = await queues(MACHINE, SEEDS);
}, PREPARING_MS);

const firstFifth = <T>(queue: readonly T[]): readonly T[] => queue.slice(0, queue.length / 5);

/** Share of the errors that count which the first fifth of the queues has. */
function foundEarly(all: readonly Ordered[][], is: (one: Ordered) => boolean = ({ counts }) => counts): number {
  return all.flatMap(firstFifth).filter(is).length / all.flat().filter(is).length;
}

describe('the order of the review queue', () => {
  it('has at least 80 % of the errors that count in its first fifth, where a machine measured most images', () => {
    expect(foundEarly(runs)).toBeGreaterThanOrEqual(0.8);
    for (const run of runs) expect(foundEarly([run])).toBeGreaterThan(0.65);
  });

  it('has every kind of error earlier than chance does', () => {
    for (const kind of KINDS) expect(foundEarly(runs, ({ error, counts }) => counts && error === kind)).toBeGreaterThan(0.5);
  });

  it(
    'finds fewer where a machine measured nothing, and still more than chance does',
    async () => {
      const alone = foundEarly(await queues(0, SEEDS));
      expect(alone).toBeGreaterThan(0.35);
      expect(alone).toBeLessThan(foundEarly(runs));
    },
    PREPARING_MS,
  );

  it('draws a tenth of the studies, spread over the whole queue', () => {
    const all = runs.flat();
    // Three standard deviations of a binomial share.
    const tolerance = 3 * Math.sqrt((DRAWN_SHARE * (1 - DRAWN_SHARE)) / all.length);
    expect(Math.abs(all.filter(({ drawn }) => drawn).length / all.length - DRAWN_SHARE)).toBeLessThan(tolerance);
    for (const run of runs) {
      const drawn = run.filter((one) => one.drawn).length;
      // Nowhere fewer than evenly.
      for (const part of [0.2, 0.5, 0.8])
        expect(run.slice(0, run.length * part).filter((one) => one.drawn).length).toBeGreaterThanOrEqual(Math.floor(drawn * part) - 1);
    }
  });

  it('estimates the share of errors by the drawn tenth without bias, and by the first fifth far too high', () => {
    const shareOf = (some: readonly Ordered[]): number => some.filter(({ error }) => error !== null).length / some.length;
    const drawn = runs.flat().filter((one) => one.drawn);
    const truth = shareOf(runs.flat());
    expect(Math.abs(shareOf(drawn) - truth)).toBeLessThan(2 * Math.sqrt((truth * (1 - truth)) / drawn.length));
    expect(shareOf(runs.flatMap(firstFifth))).toBeGreaterThan(3 * truth);
  });
});
