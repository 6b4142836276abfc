/** Run by vitest before each test file, also where files share their modules: what a file leaves is not met by the next. */
import { stat } from 'node:fs';
import { afterAll, beforeAll, vi } from 'vitest';
import { dropDatabases } from './postgres.ts';
import { removeTemporaryFolders } from './temporary.ts';

/** The timer of Node, whatever a test puts in its place: the original timer of the first file of this worker. */
const REAL = Symbol.for('echometry.real-timer');
/** The timer that wakes the threads of this worker, and how often, in ms. */
const WAKING = Symbol.for('echometry.waking');
const WAKE_MS = 1000;
const kept = globalThis as { [REAL]?: typeof setTimeout; [WAKING]?: NodeJS.Timeout };
kept[REAL] ??= setTimeout;

// glibc before 2.41 can lose the signal that wakes a thread (its bug 25847): a file request then waits until the next one, and a test
// that awaits it alone waits for ever. Seen once in some ten thousand requests of kill.test.ts.
kept[WAKING] ??= setInterval(() => stat('.', () => undefined), WAKE_MS).unref();

// Also of a file whose own clean-up was cut off.
beforeAll(() => {
  vi.useRealTimers();
});
// Hooks run in reverse order: the file's own, which close its databases, run before these.
afterAll(removeTemporaryFolders);
afterAll(() => dropDatabases());
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  // A spy on a fake timer that is put away after the real ones gives the fake one back: the next file would wait for ever.
  if (setTimeout !== kept[REAL]) throw new Error('this file leaves another setTimeout than it found');
});
