/** Run by vitest before each test file, also where files share their modules. */
import { afterAll } from 'vitest';
import { removeTemporaryFolders } from './temporary.ts';

// Databases are closed by hooks registered later than this one, which therefore runs after them.
afterAll(removeTemporaryFolders);
