import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_SWITCHES } from '../scripts/lib/chromium.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/** The journeys: the built product, served by itself under its own policy, in the Chromium of the system. */
export default defineConfig({
  testDir: path.join(here, 'e2e'),
  testMatch: '*.spec.ts',
  outputDir: path.join(here, '..', 'build', 'journeys'),
  globalSetup: path.join(here, 'e2e', 'support', 'serve-demo.ts'),
  // One server and one workspace for all, and a clock that measures drawing: nothing runs beside anything.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    actionTimeout: 10_000,
    launchOptions: {
      executablePath: process.env['ECHOMETRY_CHROMIUM'] ?? DEBIAN_CHROMIUM,
      // The memory journey collects garbage in page and workers before it measures.
      args: [...CHROMIUM_SWITCHES, '--js-flags=--expose-gc'],
    },
  },
});
