/** Run by vitest before each test file, also where files share their modules: what a file leaves is not met by the next. */
import { afterAll, vi } from 'vitest';
import { removeTemporaryFolders } from './temporary.ts';

// Databases are closed by hooks registered later than these, which therefore run after them.
afterAll(removeTemporaryFolders);
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
