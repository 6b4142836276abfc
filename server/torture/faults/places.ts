import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Accounts of Debian that own no files of this test. */
export const NOBODY = 65_534;

/** True when disks may be mounted and accounts changed here; otherwise reports a skip. */
export function isRoot(what: string): boolean {
  if (process.getuid?.() === 0) return true;
  process.stdout.write(`SKIPPED: ${what} needs root, so it was not tried\n`);
  return false;
}

/** A folder that other accounts reach, which goes away with the test. */
export async function openFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'echometry-torture-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Mounts a disk of memory; false where that is not allowed, which is reported. */
export function mountSmallDisk(place: string, mib: number, owner: string): boolean {
  onTestFinished(() => void spawnSync('umount', ['-l', place]));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,uid=${owner},mode=700`, 'tmpfs', place]).status === 0) return true;
  process.stdout.write('SKIPPED: this account may not mount a small disk, so a full one was not tried\n');
  return false;
}
