/** Playing: no frame is late once the clip is decoded, and the frame follows the clock. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { enter, openStudy } from './support/steps.ts';

const ANIMATION_FRAMES = 600;
/** Share of animation frames that may hold a frame longer than its time. */
const HELD_SHARE = 0.01;
/** The loop of the demo has at least this many frames. */
const MIN_CLIP_FRAMES = 120;
/** The player does not run after a pause of the browser longer than this, in ms (viewer/player.ts). */
const LONGEST_STEP_MS = 250;

interface Sample {
  at: number;
  frame: number;
}

/** Animation frames in which the clip played, and frames that had to repeat the one before; written when it is paused. */
async function ticksPlayed(page: Page): Promise<{ ticks: number; held: number }> {
  const [ticks, held] = await Promise.all(['data-ticks', 'data-held'].map((name) => page.getByTestId('viewer').getAttribute(name)));
  return { ticks: Number(ticks), held: Number(held) };
}

/** Content of the canvas at each of a number of animation frames. */
function sample(page: Page, count: number): Promise<Sample[]> {
  return page.evaluate(
    (wanted) =>
      new Promise<Sample[]>((resolve) => {
        const element = document.querySelector<HTMLCanvasElement>('[data-testid=viewer]');
        const samples: Sample[] = [];
        const look = (at: number): void => {
          samples.push({ at, frame: Number(element?.dataset['frame']) });
          if (samples.length < wanted) requestAnimationFrame(look);
          else resolve(samples);
        };
        requestAnimationFrame(look);
      }),
    count,
  );
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

  const before = await ticksPlayed(page);
  await page.keyboard.press('Space');
  const samples = await sample(page, ANIMATION_FRAMES);
  await page.keyboard.press('Space');
  await expect.poll(async () => (await ticksPlayed(page)).ticks).toBeGreaterThan(before.ticks);
  const after = await ticksPlayed(page);
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) throw new Error('No animation frame came');
  const ticks = after.ticks - before.ticks;
  const held = after.held - before.held;
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
