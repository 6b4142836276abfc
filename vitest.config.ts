import { defineConfig } from 'vitest/config';

/** Tests of what a whole page has only one of: each file starts with a page of its own. */
const ALONE = ['web/src/viewer/clip/**/*.test.ts'];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores: the servers and engines that the tests start need theirs.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{bindings,contract,server,web/src,web/service-worker,fixtures/generator,scripts}/**/*.test.{ts,mjs}'],
          exclude: ['**/node_modules/**', ...ALONE],
          setupFiles: ['server/test/tidy-up.ts'],
          // Modules are loaded once for all files of a worker, not once for each: a third of the processor time of small tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
});
