// Marks of a Doppler strip by keys in the built product: how long each keeps the main thread busy until its picture was given.
import { setTimeout as sleep } from 'node:timers/promises';
import { CHROMIUM_SWITCHES, ensureChromium } from '../../scripts/lib/chromium.mjs';
import { demoServer } from './demo-server.mjs';

/** A strip with room for many marks, and a project that takes as many as are made. */
const PROJECT = 'Demo cycles fetal';
const PATIENT = 'D02';
const STRIP = /Umbilical artery/;
/** The key that marks, as the browser names it. */
const MARK = ' ';
/** Marks of one round over the strip; they lie 11 columns apart, the least that is taken. */
const MARKS = 30;
/** Rounds before the measured ones, until the browser has compiled what each key runs. */
const WARM_ROUNDS = 4;
/** Where the first one lies, in parts of the canvas. */
const START = { x: 0.12, y: 0.65 };
/** Pause between two keys, in ms: those of a fast hand. */
const PAUSE_MS = 60;
const VIEWPORT = { width: 1440, height: 900 };
/** What of the browser's own record is read: tasks of the main thread, events and animation frames. */
const CATEGORIES = ['toplevel', 'devtools.timeline'];
const US_PER_MS = 1000;

/**
 * Notes for every key down the time spent in WebGL until its animation frame was over, which software draws here, and
 * the number of draws in that time.
 */
function watchKeys() {
  let spent = 0;
  let draws = 0;
  const methods = WebGLRenderingContext.prototype;
  for (const name of Object.getOwnPropertyNames(methods)) {
    const method = Object.getOwnPropertyDescriptor(methods, name)?.value;
    if (typeof method !== 'function') continue;
    methods[name] = function timed(...args) {
      const start = performance.now();
      const answer = method.apply(this, args);
      spent += performance.now() - start;
      if (name.startsWith('draw')) draws += 1;
      return answer;
    };
  }
  const taken = [];
  const channel = new MessageChannel();
  const open = [];
  channel.port1.onmessage = () => {
    const { key, spent: before, draws: drawn } = open.shift();
    taken.push({ key, gl: spent - before, draws: draws - drawn });
  };
  addEventListener(
    'keydown',
    ({ key }) => {
      open.push({ key, spent, draws });
      // A message comes after the animation frame that asked for it.
      requestAnimationFrame(() => channel.port2.postMessage(null));
    },
    { capture: true },
  );
  globalThis.keysTaken = () => taken.splice(0);
}

/** The strip on the page of cycle timing, signed in by one click as an editor of the demo. */
async function openStrip(browser, url) {
  const page = await (await browser.newContext({ viewport: VIEWPORT })).newPage();
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  await page.addInitScript(watchKeys);
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

/** What the browser itself does of a frame after the page's scripts. */
const RENDERING = new Set(['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit', 'HitTest']);

/** Time on the processor in ms: what other programs took of the core does not count. */
const spentMs = (events) => events.reduce((sum, { tdur, dur }) => sum + (tdur ?? dur), 0) / US_PER_MS;

/** For each key that marks, what the main thread did until the end of the animation frame after it, in ms. */
function busyMs(trace) {
  const events = trace.traceEvents.filter(({ ph }) => ph === 'X');
  const downs = events
    .filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === 'keydown')
    .toSorted((a, b) => a.ts - b.ts);
  const { pid, tid } = downs[0] ?? {};
  const own = events.filter((event) => event.pid === pid && event.tid === tid).toSorted((a, b) => a.ts - b.ts);
  const tasks = own.filter(({ name }) => name.endsWith('RunTask'));
  const frames = own.filter(({ name }) => name === 'FireAnimationFrame');
  const rendering = own.filter(({ name }) => RENDERING.has(name));
  const taskOf = (event) => tasks.find(({ ts, dur }) => ts <= event.ts && ts + dur >= event.ts);
  return downs.map((down) => {
    const frame = frames.find(({ ts }) => ts > down.ts);
    const [first, last] = [taskOf(down), frame && taskOf(frame)];
    if (!first || !last) throw new Error('the record of the browser lacks a task or an animation frame');
    const within = ({ ts }) => ts >= first.ts && ts <= last.ts + last.dur;
    const all = spentMs(tasks.filter(({ ts }) => ts >= first.ts && ts <= last.ts));
    return { all, scripts: all - spentMs(outermost(rendering.filter(within))) };
  });
}

/** Events that lie in no other of them. */
const outermost = (events) =>
  events.filter(
    (event) => !events.some((other) => other !== event && other.ts <= event.ts && other.ts + other.dur >= event.ts + event.dur),
  );

/**
 * Marks by keys, round after round.
 * @returns {Promise<{scripts: number[], all: number[], undrawn: number}[]>} for each round the ms of the main thread outside of WebGL of every mark, without and with the browser's own rendering, and how many marks the next animation frame did not draw
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
      await page.evaluate(() => globalThis.keysTaken());
      await browser.startTracing(page, { categories: CATEGORIES });
      await markAlong(page);
      const busy = busyMs(JSON.parse((await browser.stopTracing()).toString()));
      const taken = await page.evaluate(() => globalThis.keysTaken());
      if (busy.length !== taken.length) throw new Error(`${busy.length} keys are on record, and ${taken.length} were heard`);
      const marks = taken.flatMap(({ key, gl, draws }, at) =>
        key === MARK ? [{ scripts: busy[at].scripts - gl, all: busy[at].all - gl, drawn: draws > 0 }] : [],
      );
      found.push({
        scripts: marks.map(({ scripts }) => scripts),
        all: marks.map(({ all }) => all),
        undrawn: marks.filter(({ drawn }) => !drawn).length,
      });
    }
    return found;
  } finally {
    await browser.close();
    await server.stop();
  }
}
