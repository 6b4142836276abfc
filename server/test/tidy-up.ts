/** Run by vitest before each test file, also where files share their modules: what a file leaves is not met by the next. */
import { afterAll, beforeAll, vi } from 'vitest';
import { removeTemporaryFolders } from './temporary.ts';

// Also of a file whose own clean-up was cut off.
beforeAll(() => {
  vi.useRealTimers();
});
// Databases are closed by hooks registered later than these, which therefore run after them.
afterAll(removeTemporaryFolders);
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
