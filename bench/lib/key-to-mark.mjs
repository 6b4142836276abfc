// Marks of a Doppler strip by keys in the built product: how long the page's scripts run for each until its picture is given.
import { setTimeout as sleep } from 'node:timers/promises';
import { CHROMIUM_SWITCHES, ensureChromium } from '../../scripts/lib/chromium.mjs';
import { demoServer } from './demo-server.mjs';
import { sized } from './smoke.mjs';
import { computedFor, watchGl } from './main-thread.mjs';

/** A strip with room for many marks, and a project that takes as many as are made. */
const PROJECT = 'Demo cycles fetal';
const PATIENT = 'D02';
const STRIP = /Umbilical artery/;
/** The key that marks, as the browser names it. */
const MARK = ' ';
/** Marks of one round over the strip; they lie 11 columns apart, the least that is taken. */
const MARKS = sized(30, 3);
/** Rounds before the measured ones, until the browser has compiled what each key runs. */
const WARM_ROUNDS = sized(4, 0);
/** Where the first one lies, in parts of the canvas. */
const START = { x: 0.12, y: 0.65 };
/** Pause between two keys, in ms: a fast user's. */
const PAUSE_MS = 60;
const VIEWPORT = { width: 1440, height: 900 };

/** The strip on the page of cycle timing, signed in by one click as an editor of the demo. */
async function openStrip(browser, url) {
  const page = await (await browser.newContext({ viewport: VIEWPORT })).newPage();
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  await page.addInitScript(watchGl, 'keydown');
  await page.goto(url);
  await page
    .getByRole('main')
    .getByRole('button', { name: / editor@demo / })
    .click();
  await page.waitForURL(/\/(user-page|studies)/);
  const role = page.getByRole('button', { name: /^Editor/ }).first();
  if (page.url().includes('/user-page')) await role.click();
  await page.getByRole('tab', { name: PROJECT }).click();
  await page.getByRole('textbox', { name: 'Search patient by ID' }).fill(PATIENT);
  await page
    .getByTestId('study-row')
    .filter({ has: page.getByRole('cell', { name: PATIENT, exact: true }) })
    .first()
    .click();
  await page.waitForURL(/\/(preview|selection)/);
  if (page.url().includes('/preview')) await page.getByRole('button', { name: /^DONE/ }).click();
  await page.waitForURL(/\/selection/);
  await page.getByRole('link', { name: 'Cycle timing' }).click();
  await page.waitForURL(/\/cycletiming/);
  await page.getByTestId('thumbnail').filter({ hasText: STRIP }).first().click();
  await page.waitForFunction(() => document.querySelector('canvas')?.dataset.frame !== undefined);
  return page;
}

/** Goes along the strip from its left edge and marks onsets; afterwards all of them are removed. */
async function markAlong(page) {
  const { x, y, width, height } = await page.getByTestId('viewer').boundingBox();
  await page.mouse.move(x + START.x * width, y + START.y * height);
  for (let mark = 0; mark < MARKS; mark += 1) {
    await page.keyboard.press(MARK);
    await sleep(PAUSE_MS);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowRight');
    await sleep(PAUSE_MS);
  }
  const marked = await page.getByTestId('beat').count();
  if (marked !== MARKS) throw new Error(`${MARKS} onsets were to be marked, and ${marked} are there`);
  await page.keyboard.press('Shift+R');
  await sleep(PAUSE_MS);
}

/**
 * Marks by keys, round after round.
 * @returns {Promise<{ms: number[], undrawn: number}[]>} for each round the ms of the main thread outside of WebGL of every mark, and how many marks the next animation frame did not draw
 */
export async function keyToMark(rounds) {
  const server = await demoServer();
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: CHROMIUM_SWITCHES });
  try {
    const page = await openStrip(browser, server.url);
    for (let round = 0; round < WARM_ROUNDS; round += 1) await markAlong(page);
    const found = [];
    for (let round = 0; round < rounds; round += 1) {
      await page.evaluate(() => globalThis.eventsTaken());
      const marks = (await computedFor(page, 'keydown', () => markAlong(page))).filter(({ key }) => key === MARK);
      if (marks.length !== MARKS) throw new Error(`${MARKS} keys were pressed, and ${marks.length} were heard`);
      found.push({ ms: marks.map(({ ms }) => ms), undrawn: marks.filter(({ drawn }) => !drawn).length });
    }
    return found;
  } finally {
    await browser.close();
    await server.stop();
  }
}
