import { type ChildProcess, spawn } from 'node:child_process';
import { pause } from '../pause.ts';

/** Every wait for the disk takes so much longer, in ms. */
export const SLOWER_MS = 150;
/** System calls that wait for a disk. */
const CALLS_OF_A_DISK = 'fsync,fdatasync';

/** Makes the disk slow for one process: the kernel delays each of its waits for the disk. Returns how to end it. */
export async function slowDisk(victim: ChildProcess): Promise<() => Promise<void>> {
  const tracer = spawn(
    'strace',
    [
      '-f',
      '-q',
      '-e',
      `trace=${CALLS_OF_A_DISK}`,
      '-e',
      `inject=${CALLS_OF_A_DISK}:delay_enter=${SLOWER_MS * 1000}`,
      '-p',
      String(victim.pid),
      '-o',
      '/dev/null',
    ],
    { stdio: 'ignore' },
  );
  // It attaches to one thread after the other.
  await pause(500);
  return async () => {
    const ended = new Promise((resolve) => tracer.once('exit', resolve));
    tracer.kill('SIGTERM');
    await ended;
  };
}
