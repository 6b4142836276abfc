import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_SWITCHES } from '../scripts/lib/chromium.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/** On two cores: a journey waits as long as it works. */
const JOURNEYS_AT_ONCE = 3;
const SWITCHES_OF_JOURNEYS = [
  // Pages are put together by the processor, where a graphics card would be imitated; WebGL draws as it does elsewhere.
  '--disable-gpu-compositing',
  // A page of a journey lives for seconds: the last optimisation of its scripts takes longer than it saves. WebAssembly has its own.
  '--js-flags=--no-opt',
];
/** Run separately. */
const ALONE = 'player.spec.ts';
/** Files that take a worker about a minute: begun first, so that none of them is the last, with the other workers done. */
const LONG = /\/(?:review|screens|segmentation-(?:2d|doppler)|states|statistics|truth-traced|unsaved-work|video|whole-studies)\.spec\.ts$/;

const LAUNCH = { executablePath: process.env['ECHOMETRY_CHROMIUM'] ?? DEBIAN_CHROMIUM, args: CHROMIUM_SWITCHES };

const JOURNEYS_LAUNCH = {
  executablePath: process.env['ECHOMETRY_JOURNEYS_CHROMIUM'] ?? LAUNCH.executablePath,
  args: [...CHROMIUM_SWITCHES, ...SWITCHES_OF_JOURNEYS],
};

/** The journeys: the built product, served under its own policy, in the Chromium of the system. */
/** On two busy cores the longest journeys take a minute; each of their steps has its own, shorter limit. */
const LONGEST_JOURNEY_MS = 180_000;

export default defineConfig({
  testDir: path.join(here, 'e2e'),
  testMatch: '*.spec.ts',
  outputDir: path.join(here, '..', 'build', 'journeys'),
  globalSetup: path.join(here, 'e2e', 'support', 'make-workspace.ts'),
  // Each file has a server on a copy of the workspace, so that files run side by side; the journeys of one file follow each other.
  workers: JOURNEYS_AT_ONCE,
  fullyParallel: false,
  projects: [
    { name: 'long-journeys', testMatch: LONG, use: { launchOptions: JOURNEYS_LAUNCH } },
    { name: 'journeys', testIgnore: [ALONE, LONG], use: { launchOptions: JOURNEYS_LAUNCH } },
    // It looks at how evenly frames follow each other: nothing draws next to it (scripts/test.mjs runs it separately).
    { name: 'player', testMatch: ALONE },
  ],
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: LONGEST_JOURNEY_MS,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    // Journeys that hold back or count requests want to see all of them; the one on the kept shell allows it.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    actionTimeout: 10_000,
    launchOptions: LAUNCH,
  },
});
