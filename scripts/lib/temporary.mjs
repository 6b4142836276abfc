// One folder for everything that a run of tests writes aside. Whatever ends the run, the next one removes what it left.
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Name of the folder of a run: its process. Short, because paths of sockets end at 108 characters. */
const NAME = /^echometry-(\d+)$/;
/** Others may pass through: PostgreSQL refuses root and runs as another user. */
const MODE = 0o711;

/** Where Linux keeps files in memory, and the type of that file system (statfs(2)). */
const MEMORY = '/dev/shm';
const TMPFS = 0x0102_1994;
/** Memory in bytes that has to be free. A whole run has 1.5 GB of files there; compilers, browsers and servers need the rest. */
const FREE_BYTES = 14e9;

/** Where a run keeps its files that does not measure: in memory if enough of it is free, because files and syncs wait for no disk there. */
function fastest() {
  if (!existsSync(MEMORY) || os.freemem() < FREE_BYTES) return os.tmpdir();
  const { type, bavail, bsize } = statfsSync(MEMORY);
  return type === TMPFS && bavail * bsize >= FREE_BYTES ? MEMORY : os.tmpdir();
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Removes the folders of runs that were killed. */
function sweep(parent) {
  for (const name of readdirSync(parent)) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}

/**
 * Makes the folder, which this process and all programs it starts take for the temporary one; it goes away when the process ends.
 * @param {{ inMemory?: boolean }} where `inMemory` where there is enough of it: for runs that neither measure nor test a disk
 */
export function takeTemporaryFolder({ inMemory = false } = {}) {
  const parent = inMemory ? fastest() : os.tmpdir();
  sweep(parent);
  const folder = path.join(parent, `echometry-${process.pid}`);
  mkdirSync(folder);
  chmodSync(folder, MODE);
  process.env.TMPDIR = folder;
  // Registered after the hook that ends the children (run.mjs), so that none writes meanwhile.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
}
