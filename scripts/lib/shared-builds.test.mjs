import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { inRoot } from './root.mjs';

const PLACE = path.join('build', `shared-${process.pid}`);
let cache;
let unlessShared;
beforeAll(async () => {
  cache = mkdtempSync(path.join(os.tmpdir(), 'echometry-cache-'));
  vi.stubEnv('ECHOMETRY_CACHE', cache);
  vi.resetModules();
  ({ unlessShared } = await import('./shared-builds.mjs'));
});
afterAll(() => {
  for (const folder of [cache, inRoot(PLACE)]) rmSync(folder, { recursive: true, force: true });
});

/** Builds as one of several checkouts. @returns what is there, and how often it was compiled */
async function build(checkout, key, content) {
  const output = path.join(PLACE, 'out');
  rmSync(inRoot(output), { recursive: true, force: true });
  let compiled = 0;
  await unlessShared('a program', path.join(PLACE, `${checkout}.key`), key, [output], async () => {
    compiled += 1;
    mkdirSync(inRoot(output, 'sub'), { recursive: true });
    writeFileSync(inRoot(output, 'sub', 'file'), content);
  });
  return [readFileSync(inRoot(output, 'sub', 'file'), 'utf8'), compiled];
}

it('a build of the same content is copied into another checkout, and other content is compiled', async () => {
  expect(await build('one', 'k1', 'first')).toEqual(['first', 1]);
  expect(await build('two', 'k1', 'never')).toEqual(['first', 0]);
  expect(await build('two', 'k2', 'second')).toEqual(['second', 1]);
  expect(await build('one', 'k1', 'never')).toEqual(['first', 0]);
});

it('a build that fails leaves nothing for others', async () => {
  const failing = unlessShared('a program', path.join(PLACE, 'three.key'), 'k3', [path.join(PLACE, 'out3')], async () => {
    throw new Error('the compiler stopped');
  });
  await expect(failing).rejects.toThrow('the compiler stopped');
  expect(readdirSync(path.join(cache, 'builds')).filter((name) => name.includes('k3'))).toEqual([]);
});

it('what no checkout used for days goes with the next build', async () => {
  const named = (key) => readdirSync(path.join(cache, 'builds')).filter((name) => name.endsWith(`-${key}`));
  await build('one', 'old', 'old');
  await build('one', 'used', 'used');
  const longAgo = new Date(Date.now() - 4 * 86_400_000);
  for (const name of [...named('old'), ...named('used')]) utimesSync(path.join(cache, 'builds', name), longAgo, longAgo);
  await build('two', 'used', 'never');
  await build('two', 'new', 'new');
  expect([named('old').length, named('used').length, named('new').length]).toEqual([0, 1, 1]);
});
