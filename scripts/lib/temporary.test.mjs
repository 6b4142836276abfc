import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inRoot } from './root.mjs';

let parent;
beforeAll(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'echometry-sweep-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

/** A run that writes a file aside and then does what is asked. */
const script = (then) => `
  const { takeTemporaryFolder } = await import(${JSON.stringify(inRoot('scripts', 'lib', 'temporary.mjs'))});
  const { tmpdir } = await import('node:os');
  const { writeFileSync } = await import('node:fs');
  takeTemporaryFolder();
  writeFileSync(tmpdir() + '/left', 'x');
  process.stdout.write(tmpdir() + '\\n');
  ${then}
`;
const args = (then) => ['--input-type=module', '-e', script(then)];
const options = () => ({ env: { ...process.env, TMPDIR: parent }, encoding: 'utf8' });

describe('the temporary folder of a run', () => {
  it('is removed when the run ends, also by a failure', () => {
    for (const then of ['', 'process.exit(3)', 'throw new Error("a fault")']) {
      const folder = spawnSync(process.execPath, args(then), options()).stdout.trim();
      expect(path.dirname(folder)).toBe(parent);
      expect(existsSync(folder)).toBe(false);
    }
  });

  it('of a killed run is removed by the next one, and nothing else is', async () => {
    const running = spawn(process.execPath, args('setInterval(() => {}, 1000);'), options());
    const killed = spawn(process.execPath, args('setInterval(() => {}, 1000);'), options());
    const [ofRunning, ofKilled] = await Promise.all(
      [running, killed].map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()),
    );
    killed.kill('SIGKILL');
    await once(killed, 'close');
    mkdirSync(path.join(parent, 'of-somebody-else'));
    writeFileSync(path.join(parent, 'echometry-notes'), '');
    expect(existsSync(path.join(ofKilled, 'left'))).toBe(true);

    spawnSync(process.execPath, args(''), options());
    expect(readdirSync(parent).sort()).toEqual([path.basename(ofRunning), 'echometry-notes', 'of-somebody-else'].sort());
    running.kill('SIGKILL');
    await once(running, 'close');
  });
});
