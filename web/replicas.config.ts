import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

const here = path.dirname(fileURLToPath(import.meta.url));

/** One journey of each kind of work: labels and quality, cycle timing, segmentation, review. None touches a study of another. */
const TITLES = [
  'a complete evaluation only by keyboard: asked in order',
  'a Doppler strip of ten cycles takes twelve clicks and keys',
  'a reload loses nothing: in editing-thickness',
  'a finished review is locked; reopened',
];
const SPECS = ['quality.spec.ts', 'cycle-timing.spec.ts', 'segmentation-2d.spec.ts', 'review.spec.ts'];

const specs = SPECS.map((name) => readFileSync(path.join(here, 'e2e', name), 'utf8')).join('');
for (const title of TITLES) if (!specs.includes(`test('${title}`)) throw new Error(`No journey begins with "${title}"`);

/** Journeys of `npm test` in front of three servers, one of which is killed and replaced again and again (scripts/replicas.mjs). */
export default defineConfig({
  ...journeys,
  globalSetup: path.join(here, 'e2e', 'support', 'replicas.ts'),
  testMatch: SPECS,
  grep: TITLES.map((title) => new RegExp(title)),
  outputDir: path.join(here, '..', 'build', 'journeys-replicas'),
  projects: [{ name: 'journeys', use: journeys.projects!.find(({ name }) => name === 'journeys')!.use! }],
  // All of them share one workspace, and the processors with three servers.
  workers: 1,
  // A person waits for a call that a page makes again; a journey does too.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: { ...journeys.use, actionTimeout: 30_000 },
});
