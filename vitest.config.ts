import { randomUUID } from 'node:crypto';
import { defineConfig } from 'vitest/config';

/** Files with separate modules: tests of what a whole page has only one of, and of whole programs, which are long and begin in any order. */
const ALONE = [
  'web/src/viewer/clip/**/*.test.ts',
  'server/{test,torture,load}/**/*.test.ts',
  'server/src/{access/access,login/routes/login}.test.ts',
];

/** Whole rooms of people: `npm run load`, and a short form in `npm run acceptance`. */
const { ECHOMETRY_LOAD, ECHOMETRY_LOAD_SECONDS } = process.env;
const LOAD = ECHOMETRY_LOAD === undefined && ECHOMETRY_LOAD_SECONDS === undefined ? ['server/load/**'] : [];

/** Names what all test files of this run share (server/test/postgres.ts). */
process.env['ECHOMETRY_TEST_RUN'] ??= randomUUID();

/** Leftovers of each file are removed. */
const SETUP = ['server/test/tidy-up.ts'];

export default defineConfig({
  test: {
    globalSetup: 'server/test/end-of-run.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores: the servers and engines that the tests start need theirs.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{bench/lib,bindings,contract,server,web/src,web/service-worker,scripts}/**/*.test.{ts,mjs}'],
          exclude: ['**/node_modules/**', ...ALONE],
          setupFiles: SETUP,
          // Modules are loaded once for all files of a worker, not once for each: a third of the processor time of small tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE, exclude: LOAD, setupFiles: SETUP } },
    ],
  },
});
