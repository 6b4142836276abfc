// `npm run fuzz -- TARGET|all --seconds N`: libFuzzer over one target, seeds from the fixtures and, where present, real files.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from '../scripts/lib/root.mjs';
import { answer, run } from '../scripts/lib/run.mjs';
import { fail } from '../scripts/lib/steps.mjs';
import { ownSeeds, realSeeds, recordSeeds } from './seeds.mjs';

/** Longest input; longer seeds are cut. Short ones are what thousands of executions a second need. */
const MAX_BYTES = 4 * 1024;
/** One input may not take longer, nor more memory. The build is slowed by its counters, so the engine itself is faster. */
const TIMEOUT_S = 2;
const MEMORY_MIB = 4096;
/** Counters of edges and traced comparisons, by passes of the stable compiler. */
const COVERAGE = [
  '-Cpasses=sancov-module',
  '-Cllvm-args=-sanitizer-coverage-level=4',
  '-Cllvm-args=-sanitizer-coverage-inline-8bit-counters',
  '-Cllvm-args=-sanitizer-coverage-pc-table',
  '-Cllvm-args=-sanitizer-coverage-trace-compares',
  '-Ccodegen-units=4',
].join(' ');

const targets = readdirSync(inRoot('fuzz', 'targets')).map((file) => path.basename(file, '.rs'));
const [name, flag, value] = process.argv.slice(2);
if (!name || (name !== 'all' && !targets.includes(name)) || flag !== '--seconds' || !(Number(value) > 0)) {
  console.error(`usage: npm run fuzz -- TARGET --seconds N\ntargets: all, ${targets.join(', ')}`);
  process.exit(2);
}

try {
  const host = /host: (\S+)/.exec(await answer('rustc', ['-vV']))?.[1];
  const folder = inRoot('target', 'fuzz');
  // With the target named, build scripts are compiled without the counters.
  await run('cargo', ['build', '--release', '--locked', '--manifest-path', inRoot('fuzz', 'Cargo.toml'), '--target', host], {
    log: 'fuzz-build',
    env: { RUSTFLAGS: COVERAGE, CARGO_TARGET_DIR: folder },
  });
  const chosen = name === 'all' ? targets : [name];
  let found = false;
  for (const target of chosen)
    found = (await fuzz(target, path.join(folder, host, 'release', target), Math.ceil(Number(value) / chosen.length))) || found;
  process.exit(found ? 1 : 0);
} catch (error) {
  fail(error);
}

/** Returns whether something was found; the input is kept in fuzz/regressions. */
async function fuzz(target, program, seconds) {
  const corpus = inRoot('build', 'fuzz', target);
  mkdirSync(corpus, { recursive: true });
  for (const seed of [...ownSeeds(target), ...recordSeeds(target), ...(await realSeeds(target))]) {
    const bytes = seed.subarray(0, MAX_BYTES);
    writeFileSync(path.join(corpus, createHash('sha256').update(bytes).digest('hex').slice(0, 16)), bytes);
  }
  const kept = inRoot('fuzz', 'regressions', target);
  mkdirSync(kept, { recursive: true });
  const before = readdirSync(kept).length;
  const args = [
    corpus,
    kept,
    `-max_total_time=${seconds}`,
    `-max_len=${MAX_BYTES}`,
    `-timeout=${TIMEOUT_S}`,
    `-rss_limit_mb=${MEMORY_MIB}`,
    `-artifact_prefix=${kept}/`,
    '-print_final_stats=1',
    '-verbosity=0',
  ];
  let output;
  try {
    output = await run(program, args, { log: `fuzz-${target}` });
  } catch (error) {
    output = error.output ?? '';
    console.log(output.split('\n').slice(-30).join('\n'));
  }
  const executed = /stat::number_of_executed_units:\s*(\d+)/.exec(output)?.[1] ?? 'unknown number of';
  const slowest = /stat::slowest_unit_time_sec:\s*(\d+)/.exec(output)?.[1];
  const findings = existsSync(kept) ? readdirSync(kept).length - before : 0;
  console.log(`${target}: ${executed} executions in ${seconds} s, slowest ${slowest ?? '?'} s, ${findings} findings`);
  return findings > 0;
}
