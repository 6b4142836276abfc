// Criterion benches of the engine, and what they wrote of their samples.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../../scripts/lib/root.mjs';
import { run } from '../../scripts/lib/run.mjs';

const NANOSECONDS_PER_MS = 1e6;

/** Runs one bench of the crate; `env` sets its inputs. */
export async function runCriterion(bench, env) {
  await run('cargo', ['bench', '--locked', '-p', 'echometry-bench', '--bench', bench], { log: `criterion-${bench}`, env });
}

/** Milliseconds of one round by name: median and median deviation of the samples, and the slowest of them. */
export function criterionFigures(group) {
  const folder = inRoot('target', 'criterion', group);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(path.join(folder, name, 'new', 'sample.json')))
    .map((name) => {
      const read = (file) => JSON.parse(readFileSync(path.join(folder, name, 'new', file), 'utf8'));
      const [estimates, { iters, times }] = [read('estimates.json'), read('sample.json')];
      return {
        name: read('benchmark.json').function_id,
        median: estimates.median.point_estimate / NANOSECONDS_PER_MS,
        spread: estimates.median_abs_dev.point_estimate / NANOSECONDS_PER_MS,
        worst: Math.max(...times.map((time, place) => time / iters[place])) / NANOSECONDS_PER_MS,
      };
    });
}
