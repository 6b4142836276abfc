/** Every screen at the sizes it is made for: nothing cut off, nothing to scroll sideways, nothing serious for axe; pictures for a person to look at. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { REPOSITORY } from './support/repository.ts';
import { expect, test } from './support/test.ts';
import { canvas, chooseImage, chooseProject, chooseRole, enter, openStudy, rows, signIn, thumbnails } from './support/steps.ts';

const SIZES = [[1280, 720], [1440, 900], [1920, 1080]] as const;
const FOLDER = path.join(REPOSITORY, 'build', 'screens');

/** Takes the picture, and checks that the page fits and its main parts are in sight, none over another. */
async function check(page: Page, name: string, apart: Locator[]): Promise<void> {
  const size = page.viewportSize();
  if (!size) throw new Error('The page has no size');
  await page.evaluate(async () => { await document.fonts.ready; });
  for (const part of apart) await expect(part).toBeVisible();
  // What fades in is there whole before it is looked at.
  await page.evaluate(async () => {
    const frame = (): Promise<number> => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    const fading = document.getAnimations().filter((animation) => Number.isFinite(Number(animation.effect?.getComputedTiming().endTime ?? Infinity)));
    await Promise.all(fading.map((animation) => animation.finished.catch(() => undefined)));
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await frame();
  });
  await page.screenshot({ path: path.join(FOLDER, `${name}-${size.width}x${size.height}.png`) });
  await expectAccessible(page, name);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name}: no sideways scrolling`).toBeLessThanOrEqual(size.width);
  const boxes = await Promise.all(apart.map(async (part) => ({ part: String(part), box: await part.boundingBox() })));
  for (const { part, box } of boxes) {
    if (!box) throw new Error(`${name}: ${part} is not shown`);
    expect(box.x, part).toBeGreaterThanOrEqual(0);
    expect(box.y, part).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width, part).toBeLessThanOrEqual(size.width + 0.5);
    expect(box.y + box.height, part).toBeLessThanOrEqual(size.height + 0.5);
  }
  for (const [index, a] of boxes.entries()) {
    for (const b of boxes.slice(index + 1)) {
      if (!a.box || !b.box) continue;
      const width = Math.min(a.box.x + a.box.width, b.box.x + b.box.width) - Math.max(a.box.x, b.box.x);
      const height = Math.min(a.box.y + a.box.height, b.box.y + b.box.height) - Math.max(a.box.y, b.box.y);
      expect(Math.min(width, height), `${name}: ${a.part} over ${b.part}`).toBeLessThanOrEqual(0.5);
    }
  }
}

for (const [width, height] of SIZES) {
  test(`screens at ${width} x ${height}`, async ({ page }) => {
    await mkdir(FOLDER, { recursive: true });
    await page.setViewportSize({ width, height });
    const header = page.getByRole('banner').first();

    await page.goto('/');
    await expect(page.getByRole('button', { name: /\beditor@demo / })).toBeVisible();
    await check(page, 'login', [page.getByRole('heading', { name: 'Sign in' }), page.getByRole('button', { name: /\beditor@demo / })]);

    // The one person of the demo who has not accepted the terms looks at them, and leaves.
    await signIn(page, 'several@demo');
    await expect(page.getByRole('button', { name: 'Accept' })).toBeDisabled();
    await check(page, 'terms', [page.getByRole('heading', { name: 'Before you begin' }), page.getByRole('button', { name: 'Accept' }), page.getByRole('button', { name: 'Exit' })]);
    await page.getByRole('checkbox', { name: /I have read/ }).check();
    await expect(page.getByRole('button', { name: 'Accept' })).toBeDisabled();
    await page.getByRole('button', { name: 'Exit' }).click();
    await page.waitForURL(/\/login/);

    await signIn(page, 'editor@demo');
    await expect(page.getByRole('button', { name: /^Editor/ })).toBeVisible();
    await check(page, 'user-page', [page.getByRole('heading', { name: 'Login as:' }), page.getByRole('button', { name: /^Editor/ })]);
    await chooseRole(page, 'Editor');
    await chooseProject(page, 'Demo adult');
    await check(page, 'studies', [header, page.getByRole('textbox', { name: 'Search patient by ID' }), rows(page).first(), page.getByRole('button', { name: 'Next page' }), page.getByRole('note')]);

    await openStudy(page, 'Demo adult', 'A01');
    const labels = page.getByRole('toolbar');
    const parts = [header, labels, canvas(page), page.getByRole('button', { name: 'Zoom' }), page.getByRole('note'), page.getByText('IMAGES SHOWN')];
    for (const [name, number] of [['2d', 1], ['m-mode', 2], ['pw', 5]] as const) {
      await chooseImage(page, number);
      await check(page, `selection-${name}`, parts);
    }
    await page.getByRole('link', { name: 'Preview' }).click();
    await expect(thumbnails(page)).toHaveCount(5);
    await expect(thumbnails(page).last().locator('img')).toBeVisible();
    await check(page, 'preview', [header, page.getByRole('button', { name: /^DONE/ }), thumbnails(page).first(), page.getByRole('note')]);
  });

  test(`dialogs at ${width} x ${height}`, async ({ page }) => {
    await mkdir(FOLDER, { recursive: true });
    await page.setViewportSize({ width, height });
    await enter(page, 'editor@demo');
    await openStudy(page, 'Demo fetal', 'F01');
    const dialog = page.getByRole('dialog');
    const shut = async () => {
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    };

    await page.keyboard.press('?');
    await expect(dialog).toContainText('Next image without a label');
    await check(page, 'key-help', [dialog]);
    await shut();
    await page.keyboard.press('h');
    await dialog.getByRole('listitem').first().getByRole('button').click();
    await expect(dialog).toContainText('labelled');
    await check(page, 'history', [dialog]);
    await shut();
    await page.getByRole('button', { name: /^Study data/ }).click();
    await check(page, 'study-data', [page.getByRole('textbox', { name: 'Weeks' }), page.getByRole('button', { name: 'Set', exact: true })]);
    await page.keyboard.press('Escape');
    const menu = async (item: string | null) => {
      await page.getByRole('button', { name: /User menu/ }).click();
      if (item !== null) await page.getByRole('menuitem', { name: item }).click();
    };
    await menu(null);
    await check(page, 'user-menu', [page.getByRole('menu')]);
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(dialog.getByText('Next study')).toBeVisible();
    await check(page, 'settings-keys', [dialog]);
    await dialog.getByRole('tab', { name: 'Memory' }).click();
    await check(page, 'settings-memory', [dialog]);
    await shut();
    await menu('Read Terms of use');
    await check(page, 'terms-dialog', [dialog]);
    await shut();
  });
}
