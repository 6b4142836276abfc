import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{bindings,contract,server,web/src,web/service-worker,fixtures/generator,scripts}/**/*.test.{ts,mjs}'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores: the servers and engines that the tests start need theirs.
    maxWorkers: 2,
  },
});
