import { stat } from 'node:fs';

/** How often the threads are woken, in ms: the longest that a request of the file system can wait for a lost wake-up. */
const WAKE_MS = 1000;

/**
 * Asks the file system for something every second. glibc before 2.41 (Debian 12 has 2.36) can lose the signal that wakes a thread of
 * Node's pool (its bug 25847): a write or a sync then waits, with all threads idle, until the next request
 * (docs/why/operations.md#file-requests-wake-the-threads-every-second). One process has one pool, which worker threads share.
 */
export function wakeFileThreads(folder: string): void {
  setInterval(() => stat(folder, () => undefined), WAKE_MS).unref();
}
