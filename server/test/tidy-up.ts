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

// A file request can stay in the queue while all threads of Node wait, until the next request wakes one. A test without further requests
// then never ends, as kill.test.ts did once. glibc before 2.41 is known to lose such signals (its bug 25847).
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
