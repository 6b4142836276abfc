/** Playing: no frame is late once the clip is decoded, the frame follows the clock, and closed studies give their memory back. */
import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { canvas, chooseProject, enter, openStudy, rowOf } from './support/steps.ts';

const ANIMATION_FRAMES = 600;
/** Share of animation frames that may hold a frame longer than its time. */
const HELD_SHARE = 0.01;
/** The loop of the demo has at least this many frames. */
const MIN_CLIP_FRAMES = 120;
/** Growth allowed over twenty studies, against the first. */
const MEMORY_GROWTH = 1.1;
const STUDIES = 20;

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
  for (let at = 1; at < samples.length; at += 1) {
    const step = ((samples[at]?.frame ?? 0) - (samples[at - 1]?.frame ?? 0) + frames) % frames;
    expect(step, 'never backwards').toBeLessThan(frames / 2);
    passed += step;
  }
  const expected = ((last.at - first.at) / 1000) * rate;
  // One frame at either end, and a hundredth for the rate shown with one decimal.
  expect(Math.abs(passed - expected)).toBeLessThanOrEqual(2 + expected * 0.01);
});

/** Bytes held by the page: script heap after collection, and every worker and buffer where the browser tells. */
async function memory(page: Page, protocol: CDPSession): Promise<number> {
  await protocol.send('HeapProfiler.collectGarbage');
  return page.evaluate(async () => {
    const measure = (performance as Performance & { measureUserAgentSpecificMemory?: () => Promise<{ bytes: number }> }).measureUserAgentSpecificMemory;
    if (!measure) throw new Error('The page is not isolated: memory of workers cannot be measured');
    return (await measure.call(performance)).bytes;
  });
}

test('memory after twenty studies is that after the first', async ({ page, context }) => {
  test.setTimeout(240_000);
  const protocol = await context.newCDPSession(page);
  await enter(page, 'viewer@demo', 'Viewer');
  await chooseProject(page, 'Demo adult');
  const visit = async (patient: string): Promise<void> => {
    await rowOf(page, patient).first().click();
    await page.waitForURL(/\/(preview|selection)/);
    if (page.url().includes('/preview')) await page.getByRole('button', { name: /^DONE/ }).click();
    await expect(canvas(page)).toHaveAttribute('data-frame', /\d/);
    await page.getByRole('link', { name: 'Studies', exact: true }).click();
    await page.waitForURL(/\/studies/);
    await expect(rowOf(page, patient).first()).toBeVisible();
  };
  const patients = ['A01', 'A02', 'A03', 'A04'];
  await visit('A01');
  const afterFirst = await memory(page, protocol);
  for (let study = 1; study < STUDIES; study += 1) await visit(patients[study % patients.length] ?? 'A01');
  const afterAll = await memory(page, protocol);
  console.log(`    ${(afterFirst / 1e6).toFixed(1)} MB after the first study, ${(afterAll / 1e6).toFixed(1)} MB after ${STUDIES}`);
  expect(afterAll).toBeLessThanOrEqual(afterFirst * MEMORY_GROWTH);
});
