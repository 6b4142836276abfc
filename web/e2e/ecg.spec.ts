/** The ECG of a file under its clip: what it shows, and how it goes to a frame. */
import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { canvas, chooseImage, enter, expectPicture, frameNumber, openStudy } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const strip = (page: Page) => page.getByRole('slider', { name: 'ECG, lead II' });
/** Time and voltage that the strip shows. */
async function reading(page: Page): Promise<{ ms: number; mv: number }> {
  const text = (await page.getByTestId('ecg-reading').textContent()) ?? '';
  const [, ms, mv] = /^(\d+) ms · (-?[\d.]+) mV$/.exec(text) ?? [];
  return { ms: Number(ms), mv: Number(mv) };
}

test('the ECG of a clip is below it, and leads to the frame of an R wave', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo cycles adult', 'C01');
  await expect(strip(page)).toBeVisible();
  const frames = Number(await strip(page).getAttribute('aria-valuemax'));
  expect(frames).toBeGreaterThan(30);

  await test.step('shows time and voltage under the pointer, and of the frame otherwise', async () => {
    const box = await strip(page).boundingBox();
    if (!box) throw new Error('The strip has no place');
    let highest = { at: 0, mv: Number.NEGATIVE_INFINITY, ms: 0 };
    // The clip has three beats of about 0.8 s, so the second R wave is a third of the way along.
    for (let at = Math.round(box.width * 0.29); at < box.width * 0.38; at += 3) {
      await page.mouse.move(box.x + at, box.y + box.height / 2);
      const { mv, ms } = await reading(page);
      if (mv > highest.mv) highest = { at, mv, ms };
    }
    // R waves of the demo are 1 mV high.
    expect(highest.mv).toBeGreaterThan(0.6);
    expect(highest.mv).toBeLessThanOrEqual(1);
    await page.mouse.click(box.x + highest.at, box.y + box.height / 2);
    await page.mouse.move(0, 0);
    const shown = await reading(page);
    // The nearest of the frames, which are 22 ms apart.
    expect(Math.abs(shown.ms - highest.ms)).toBeLessThanOrEqual(12);
    const position = (await page.getByTestId('position').textContent()) ?? '';
    expect(position).toContain(`${shown.ms} ms`);
  });

  await test.step('follows the keys of the player', async () => {
    await strip(page).focus();
    const before = await frameNumber(page);
    const { ms } = await reading(page);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => frameNumber(page)).toBe(before + 1);
    expect((await reading(page)).ms).toBeGreaterThan(ms);
    await expect(strip(page)).toHaveAttribute('aria-valuenow', String(before + 1));
    await page.keyboard.press('Home');
    await expect.poll(() => frameNumber(page)).toBe(1);
    expect((await reading(page)).ms).toBe(0);
  });

  await look(page, 'ecg', [canvas(page), strip(page), page.getByRole('slider', { name: 'Frame' })]);

  await test.step('is not there for a file without one', async () => {
    await chooseImage(page, 2);
    await expectPicture(page);
    await expect(page.getByTestId('position')).toContainText('fps');
    await expect(page.getByTestId('ecg')).toHaveCount(0);
  });
});
