/** Selection where there is little room: a window at 200 % zoom, and one of 900 pixels. */
import type { Locator, Page } from '@playwright/test';
import { openSegmentation } from './support/segmentation.ts';
import { enter, expectPicture, label, openStudy, select, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';

interface Place {
  name: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Where the controls within an element are, in CSS pixels of the window. */
const placesIn = (element: Locator): Promise<Place[]> =>
  element.evaluate((root) =>
    [...root.querySelectorAll('button, a, select, input')]
      .filter((control) => control.checkVisibility())
      .map((control) => {
        const { left, top, right, bottom } = control.getBoundingClientRect();
        return { name: control.getAttribute('aria-label') ?? control.textContent.trim(), left, top, right, bottom };
      }),
  );

/** Pairs that cover each other by more than the rounding of a pixel. */
const overlapping = (places: readonly Place[]): string[] =>
  places.flatMap((a, at) =>
    places
      .slice(at + 1)
      .filter((b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
      .map((b) => `${a.name} / ${b.name}`),
  );

const outside = (places: readonly Place[], { width, height }: { width: number; height: number }): string[] =>
  places
    .filter(({ left, top, right, bottom }) => left < -1 || top < -1 || right > width + 1 || bottom > height + 1)
    .map(({ name }) => name);

async function expectRoom(page: Page, size: { width: number; height: number }): Promise<void> {
  const bar = await placesIn(page.getByRole('toolbar', { name: 'Labels of the image' }));
  expect(bar.length).toBeGreaterThan(6);
  expect(overlapping(bar), 'controls of the label bar that overlap').toEqual([]);
  const banner = await placesIn(page.getByRole('banner'));
  const player = await placesIn(page.getByRole('region', { name: 'Picture' }));
  expect(overlapping(banner), 'controls of the header that overlap').toEqual([]);
  expect(overlapping(player), 'controls of the player that overlap').toEqual([]);
  expect(outside([...bar, ...banner, ...player], size), 'controls that leave the window').toEqual([]);
  expect(overlapping([...bar, ...banner]), 'label bar over header').toEqual([]);
  // Nothing scrolls sideways, and there is a picture left.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
  const picture = await page.getByTestId('viewer').boundingBox();
  expect(Math.min(picture?.width ?? 0, picture?.height ?? 0)).toBeGreaterThan(100);
}

for (const size of [
  // 1440 x 900 at 200 %.
  { width: 720, height: 450 },
  { width: 900, height: 700 },
]) {
  test(`at ${size.width} x ${size.height} nothing of Selection overlaps or leaves the window`, async ({ page }) => {
    await enter(page, 'editor@demo');
    await openStudy(page, 'Demo adult', 'A04');
    await page.setViewportSize(size);
    await page.reload();
    await expectPicture(page);
    await expectRoom(page, size);

    // Labels make their controls wider.
    await label(page, 'View', 'A4C');
    await expect(select(page, 'View')).toContainText('A4C');
    await thumbnails(page)
      .nth(1)
      .click({ modifiers: ['ControlOrMeta'] });
    await expectRoom(page, size);

    await page.getByRole('button', { name: /User menu/ }).click();
    const logout = page.getByRole('menuitem', { name: 'Logout' });
    await expect(logout).toBeVisible();
    await expect(logout).toBeInViewport({ ratio: 1 });
  });
}

test('at 200 % the panel of Segmentation is a rail next to the picture, and opens over it', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openSegmentation(page, 'Demo cycles adult', 'C01', /2-chamber/);
  const panel = page.getByTestId('lines');
  await expect(panel).toBeVisible();
  await page.setViewportSize({ width: 720, height: 450 });
  await expect(panel).toBeHidden();
  const picture = await page.getByTestId('viewer').boundingBox();
  if (!picture) throw new Error('There is no picture');
  const open = page.getByRole('button', { name: 'Show lines' });
  const rail = await open.boundingBox();
  expect(rail?.x ?? 0, 'the rail is next to the picture').toBeGreaterThanOrEqual(picture.x + picture.width - 1);
  await open.click();
  await expect(panel).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(panel).toBeVisible();
});
