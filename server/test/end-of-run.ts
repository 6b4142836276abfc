/** Run by vitest once, around all test files. */
import { dropMadeForRun } from './postgres.ts';

export const teardown = dropMadeForRun;
