/** Overview: one large image, and two or four side by side that play in step. */
import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';
import { chooseImage, enter, expectPicture, openStudy, thumbnails } from './support/steps.ts';

const panes = (page: Page) => page.getByTestId('pane');
const place = (page: Page) => page.getByTestId('in-step');
/** Frames that the pictures really show. */
const drawn = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-testid=pane] canvas')].map(({ dataset }) => Number(dataset['frame'] ?? 0)),
  );
/** Frames that the pictures show, once they match the numbers above them. */
async function inStep(page: Page): Promise<number[]> {
  const named = () => page.getByTestId('pane-frame').allTextContents();
  await expect.poll(async () => (await drawn(page)).join()).toBe((await named()).join());
  return drawn(page);
}
const openOverview = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await expectPicture(page);
};

test('one image plays; two and four stand side by side, in step by time and by phase', async ({ page }) => {
  test.slow();
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo cycles adult', 'C01');
  await openOverview(page);
  await chooseImage(page, 1);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(thumbnails(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowUp');
  await expectPicture(page);

  await page.keyboard.press('o');
  await expect(panes(page)).toHaveCount(2);
  await expect.poll(() => drawn(page)).toEqual([1, 1]);
  await page.keyboard.press('Shift+ArrowRight');
  // Ten frames of the longer clip.
  await expect.poll(async () => (await drawn(page))[1]).toBe(11);
  await expect(place(page)).not.toHaveText(/^0 of/);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(async () => (await drawn(page))[1]).not.toBe(11);
  await page.keyboard.press('Space');

  // By phase both are at the end diastole that starts their first whole beat, and step with the first one's frames.
  await page.keyboard.press('Shift+o');
  await expect(place(page)).toHaveText(/^beat 1 of \d+ · 0 %$/);
  const [first = 0] = await inStep(page);
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await drawn(page))[0]).toBe(first + 1);
  await inStep(page);
  await expect(place(page)).toHaveText(/^beat 1 of \d+ · [1-9]\d* %$/);
  await expect(thumbnails(page).nth(1)).toHaveAttribute('aria-pressed', 'true');

  await page.keyboard.press('o');
  await expect(panes(page)).toHaveCount(4);
  await expect.poll(async () => (await drawn(page)).every((frame) => frame > 0)).toBe(true);
  await look(page, 'overview-four', [panes(page).first(), panes(page).last(), page.getByRole('note')]);
  await page.keyboard.press('o');
  await expect(panes(page)).toHaveCount(0);
  await expectPicture(page);
});

test('clips that are not timed are played only by time, and the page gives the reason; a Viewer sees the same', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await openStudy(page, 'Demo cycles adult', 'C06');
  await openOverview(page);
  await page.getByRole('radiogroup', { name: 'Side by side' }).getByText('2').click();
  await expect(panes(page)).toHaveCount(2);
  await expect(page.getByRole('radio', { name: 'by phase' })).toBeDisabled();
  await expect(page.getByText(/^Not by phase: /)).toBeVisible();
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(async () => (await drawn(page))[0]).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Pause' }).click();
});
