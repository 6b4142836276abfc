/** Proposals of the engine during timing, and the strip that is read along a line of a clip. */
import type { Page } from '@playwright/test';
import { enter, expectPicture, expectSaved, frameNumber, openStudy, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const mode = (page: Page, name: string): Promise<void> => expect(page.getByRole('note', { name: `Keys of ${name}` })).toBeVisible();

async function openTiming(page: Page, label: RegExp): Promise<void> {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo cycles adult', 'C04');
  await page.getByRole('link', { name: 'Cycle timing' }).click();
  await page.waitForURL(/\/cycletiming/);
  const image = thumbnails(page).filter({ hasText: label }).first();
  await image.click();
  await expect(image).toHaveAttribute('aria-pressed', 'true');
  await expectPicture(page);
  await ready(page);
}

/** The keys of a finished image work: its scale has come. */
async function ready(page: Page): Promise<void> {
  await mode(page, 'Finished');
  await expect(page.getByRole('button', { name: 'Remove all' })).toBeEnabled();
}

test('a strip with an ECG is timed by two keys, and its marks keep where they were proposed', async ({ page }) => {
  await openTiming(page, /Aortic stenosis/);
  const proposals = page.getByRole('region', { name: 'Proposals' });
  await expect(proposals).toContainText('All marks were placed by hand.');
  await page.keyboard.press('Shift+R');
  await mode(page, 'Marking onsets');
  await expect(proposals).toContainText('4 marks proposed by the ECG in the picture.');
  await expect(page.getByTestId('beat'), 'a proposal is no mark').toHaveCount(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('f');
  await mode(page, 'Finished');
  await expect(page.getByTestId('beat')).toHaveCount(3);
  await expect(proposals).toContainText('4 of 4 marks were proposed and were not moved.');
  await expectSaved(page);

  await page.reload();
  await expect(proposals).toContainText('4 of 4 marks were proposed');
  await ready(page);
  await page.keyboard.press('Shift+R');
  await expect(proposals).toContainText('4 marks proposed');
  await page.keyboard.press('Backspace');
  await expect(proposals).toContainText('3 marks proposed');
  await page.keyboard.press('a');
  await expect(page.getByTestId('beat')).toHaveCount(1);
  await proposals.getByRole('switch', { name: 'Propose marks' }).uncheck({ force: true });
  await expect(proposals.getByRole('button', { name: 'Accept all' })).toHaveCount(0);
  await expectSaved(page);
});

test('an anatomical M-Mode is read along a line over a clip, and a press in it goes to its frame', async ({ page }) => {
  await openTiming(page, /A4C/);
  const strip = page.getByRole('region', { name: 'Anatomical M-Mode' });
  await expect(strip).toHaveCount(0);
  await page.getByRole('button', { name: 'Anatomical M-Mode' }).click();
  await expect(strip.getByRole('status')).toHaveText('Anatomical M-Mode', { timeout: 20_000 });
  const bright = () =>
    strip.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      const picture = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
      let sum = 0;
      for (let at = 0; picture && at < picture.data.length; at += 4) sum += picture.data[at] ?? 0;
      return { columns: canvas.width, sum };
    });
  const before = await bright();
  expect(before.columns).toBe(93);
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('Alt+ArrowRight');
  await expect(strip.getByRole('status')).toHaveText('Anatomical M-Mode', { timeout: 20_000 });
  expect((await bright()).sum, 'another line shows something else').not.toBe(before.sum);

  const box = await strip.locator('canvas').boundingBox();
  if (!box) throw new Error('There is no strip');
  await page.mouse.click(box.x + (box.width * 30.5) / 93, box.y + box.height / 2);
  await expect.poll(() => frameNumber(page)).toBe(31);
  await page.keyboard.press('m');
  await expect(strip).toHaveCount(0);
});
