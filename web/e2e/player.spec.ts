/** Playing: no frame is late once the clip is decoded, the frame follows the clock, and closed studies give their memory back. */
import { readFile } from 'node:fs/promises';
import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { canvas, chooseProject, enter, openStudy, rowOf } from './support/steps.ts';

const ANIMATION_FRAMES = 600;
/** Share of animation frames that may hold a frame longer than its time. */
const HELD_SHARE = 0.01;
/** The loop of the demo has at least this many frames. */
const MIN_CLIP_FRAMES = 120;
/** What page and workers may keep of a closed study, in bytes: far less than one of its frames (480 kB and more). */
const KEPT_PER_STUDY = 120_000;
/** The player does not run after a pause of the browser longer than this, in ms (viewer/player.ts). */
const LONGEST_STEP_MS = 250;
const STUDIES = 20;
const COLLECTIONS = 3;
const COLLECTION_PAUSE_MS = 400;

interface Sample { at: number; frame: number; ticks: number; held: number }

/** What the canvas shows at each of a number of animation frames. */
function sample(page: Page, count: number): Promise<Sample[]> {
  return page.evaluate((wanted) => new Promise<Sample[]>((resolve) => {
    const element = document.querySelector<HTMLCanvasElement>('[data-testid=viewer]');
    const samples: Sample[] = [];
    const look = (at: number): void => {
      const data = element?.dataset ?? {};
      samples.push({ at, frame: Number(data['frame']), ticks: Number(data['ticks']), held: Number(data['held']) });
      if (samples.length < wanted) requestAnimationFrame(look);
      else resolve(samples);
    };
    requestAnimationFrame(look);
  }), count);
}

test('the 120-frame demo loop plays without holding frames, at the pace of its file', async ({ page }) => {
  // Ten seconds of drawing; several times that where the picture is drawn by software on a busy machine.
  test.setTimeout(180_000);
  await enter(page, 'viewer@demo', 'Viewer');
  await openStudy(page, 'Demo adult', 'A01');
  const frames = Number(await page.getByRole('slider', { name: 'Frame' }).getAttribute('aria-valuemax'));
  expect(frames).toBeGreaterThanOrEqual(MIN_CLIP_FRAMES);
  await expect(page.getByTitle(`${frames} of ${frames} frames decoded`)).toBeAttached({ timeout: 30_000 });
  const times = (await page.getByTestId('position').textContent())?.match(/([\d.]+) fps/);
  const rate = Number(times?.[1]);
  expect(rate).toBeGreaterThan(10);

  await page.keyboard.press('Space');
  const samples = await sample(page, ANIMATION_FRAMES);
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) throw new Error('No animation frame came');
  const ticks = last.ticks - first.ticks;
  const held = last.held - first.held;
  console.log(`    ${ticks} animation frames in ${((last.at - first.at) / 1000).toFixed(1)} s, ${held} held a frame longer than its time`);
  expect(ticks).toBeGreaterThanOrEqual(ANIMATION_FRAMES - 1);
  expect(held).toBeLessThanOrEqual(ANIMATION_FRAMES * HELD_SHARE);

  // Frames passed, loops unrolled, against the time that passed and the rate the file states.
  let passed = 0;
  let played = 0;
  for (let at = 1; at < samples.length; at += 1) {
    const step = ((samples[at]?.frame ?? 0) - (samples[at - 1]?.frame ?? 0) + frames) % frames;
    expect(step, 'never backwards').toBeLessThan(frames / 2);
    passed += step;
    played += Math.min((samples[at]?.at ?? 0) - (samples[at - 1]?.at ?? 0), LONGEST_STEP_MS);
  }
  const expected = (played / 1000) * rate;
  // One frame at either end, and a hundredth for the rate shown with one decimal.
  expect(Math.abs(passed - expected)).toBeLessThanOrEqual(2 + expected * 0.01);
});

interface Memory {
  /** Private bytes of the renderer: scripts, workers, wasm and decoded frames. Null where the system does not tell. */
  process: number | null;
  /** Scripts of page and workers. */
  scripts: number;
}

/** Bytes the process of the page has for itself (Linux). */
async function privateBytes(browser: CDPSession): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  // One page is open, and the busiest renderer is its own.
  const renderer = processInfo.filter(({ type }) => type === 'renderer').sort((a, b) => b.cpuTime - a.cpuTime)[0];
  if (!renderer) throw new Error('The browser names no renderer');
  const rollup = await readFile(`/proc/${renderer.id}/smaps_rollup`, 'utf8');
  return [...rollup.matchAll(/^(?:Private_Clean|Private_Dirty):\s+(\d+) kB/gm)].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
}

/** What the page holds once everything that can be collected is. */
async function memory(page: Page, browser: CDPSession): Promise<Memory> {
  for (let pass = 0; pass < COLLECTIONS; pass += 1) {
    const collect = (): void => { (globalThis as { gc?: () => void }).gc?.(); };
    await Promise.all([page.evaluate(collect), ...page.workers().map((worker) => worker.evaluate(collect))]);
    await page.waitForTimeout(COLLECTION_PAUSE_MS);
  }
  const scripts = await page.evaluate(async () => {
    const measure = (performance as Performance & { measureUserAgentSpecificMemory?: () => Promise<{ bytes: number }> }).measureUserAgentSpecificMemory;
    if (!measure) throw new Error('The page is not isolated: memory of workers cannot be measured');
    return (await measure.call(performance)).bytes;
  });
  return { process: await privateBytes(browser), scripts };
}

test('page and workers give back what twenty closed studies held', async ({ page, browser }) => {
  test.setTimeout(240_000);
  const whole = await browser.newBrowserCDPSession();
  await enter(page, 'viewer@demo', 'Viewer');
  await chooseProject(page, 'Demo adult');
  const visit = async (patient: string): Promise<void> => {
    await rowOf(page, patient).first().click();
    await page.waitForURL(/\/(preview|selection)/);
    if (page.url().includes('/preview')) await page.getByRole('button', { name: /^DONE/ }).click();
    await expect(canvas(page)).toHaveAttribute('data-frame', /\d/);
    // The whole clip, so that the pools of the engine are as large as they get.
    const frames = await page.getByRole('slider', { name: 'Frame' }).getAttribute('aria-valuemax');
    await expect(page.getByTitle(`${frames} of ${frames} frames decoded`)).toBeAttached({ timeout: 30_000 });
    await page.getByRole('link', { name: 'Studies', exact: true }).click();
    await page.waitForURL(/\/studies/);
    await expect(rowOf(page, patient).first()).toBeVisible();
  };
  const patients = ['A01', 'A02', 'A03', 'A04'];
  // Each kind of study once: the browser compiles what it needs, and the pools of the engine reach their size.
  for (const patient of patients) await visit(patient);
  const before = await memory(page, whole);
  for (let study = 0; study < STUDIES; study += 1) await visit(patients[study % patients.length] ?? 'A01');
  const after = await memory(page, whole);
  const mb = (bytes: number | null): string => (bytes === null ? 'unknown' : `${(bytes / 1e6).toFixed(1)} MB`);
  console.log(`    page and workers ${mb(before.scripts)}, after ${STUDIES} more studies ${mb(after.scripts)}; private memory of the process ${mb(before.process)} and ${mb(after.process)}`);
  expect(after.scripts - before.scripts).toBeLessThanOrEqual(STUDIES * KEPT_PER_STUDY);
});
