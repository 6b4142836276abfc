/** Calibration on the screen: what scales an image, how a person scales it, and what follows from it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { importFolder, selectionAddress } from './support/import-folder.ts';
import { writeNoise } from './support/known-pixels.ts';
import { look } from './support/look.ts';
import { drawnCentre, viewOf } from './support/picture.ts';
import { alerts, clickAt, openRecorded, recordOf } from './support/segmentation.ts';
import { canvas, enter, expectPicture, expectSaved, label, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const chip = (page: Page): Locator => page.getByTestId('scale-chip');
const panelOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Calibration' });
const length = (page: Page): Locator => page.getByTestId('caliper-value').first();
const numberIn = async (place: Locator): Promise<number> => Number.parseFloat((await place.textContent()) ?? '');

/** Rows are 0.2 mm apart, columns 0.4 mm. */
const NOMINAL = { NominalScannedPixelSpacing: ['0.2', '0.4'] };

/** Imports a picture that no region scales, labels it, and opens it for tracing. */
async function openUnscaled(page: Page): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'journey-calibration-'));
  await writeNoise(folder, 'UNSCALED', NOMINAL);
  const { studies } = await importFolder(folder);
  await rm(folder, { recursive: true, force: true });
  await page.goto(selectionAddress(studies[0] ?? ''));
  await page.locator('[data-testid=thumbnail][data-unlabelled=true]').first().click();
  await expectPicture(page);
  await label(page, 'View', 'PLAX');
  await label(page, '2D type', 'Parasternal long axis 2D');
  await expectSaved(page);
  await page.goto(page.url().replace('/selection', '/segmentation'));
  const image = thumbnails(page).first();
  await image.click();
  await expect(image).toHaveAttribute('aria-pressed', 'true');
  await expectPicture(page);
}

/** Marks two points by the pointer and types their distance. */
async function typeScale(
  page: Page,
  name: string,
  from: readonly [number, number],
  to: readonly [number, number],
  value: string,
  unit: string,
) {
  const panel = panelOf(page);
  await panel.getByRole('button', { name, exact: true }).click();
  for (const [x, y] of [from, to]) await clickAt(page, { x, y });
  // The number can be typed at once.
  await expect(panel.getByRole('textbox', { name: `${name} between the points` })).toBeFocused();
  await panel.getByRole('textbox', { name: `${name} between the points` }).fill(value);
  await panel.getByRole('button', { name: unit, exact: true }).click();
  await panel.getByRole('button', { name: 'Set the scale' }).click();
}

test('a picture without a scale is measured in px until a spacing is confirmed or a scale typed', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openUnscaled(page);
  await expect(chip(page)).toHaveText('px · nominal spacing not confirmed');
  await expect(page.getByText('The scale of this image is not known. Lengths are in px.')).toBeVisible();
  await page.keyboard.press('k');
  await page.getByRole('radio', { name: 'Length' }).check();
  // 30 columns and 40 rows: 50 px.
  await clickAt(page, { x: 100, y: 100 });
  await clickAt(page, { x: 130, y: 140 });
  await expect(page.getByText('All points are placed')).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('k');
  // The pointer means a pixel of the screen, which is less than one of the picture.
  await expect.poll(async () => Math.abs((await numberIn(length(page))) - 50)).toBeLessThan(1);
  const px = await numberIn(length(page));

  await chip(page).click();
  await expect(panelOf(page)).toContainText('This image has no scale');
  await panelOf(page).getByRole('radio', { name: 'Confirm the nominal spacing' }).check();
  await expect(chip(page)).toHaveText('cm · nominal spacing, confirmed');
  await expect(alerts(page)).toContainText('The scale has changed. All values of this image are recomputed.');
  await expect(page.getByTestId('scale-x')).toHaveText('0.04 cm/px');
  await expect(page.getByTestId('scale-y')).toHaveText('0.02 cm/px');
  await expect(panelOf(page)).toContainText('editor@demo');

  await typeScale(page, 'Distance', [60, 60], [60, 160], '50', 'mm');
  await expect(chip(page)).toHaveText('cm · typed scale');
  const across = await numberIn(page.getByTestId('scale-x'));
  // 100 rows, to a pixel at either end.
  expect(Math.abs(across / 0.05 - 1)).toBeLessThan(0.02);
  await expect(page.getByTestId('scale-y')).toHaveText(`${across} cm/px`);
  await look(page, 'calibration-2d', [canvas(page), panelOf(page)]);
  await page.getByRole('tab', { name: 'Lines' }).click();
  // Both axes have the typed scale: the length in cm is that in px times it.
  await expect.poll(async () => Math.abs((await numberIn(length(page))) - px * across)).toBeLessThan(0.01);

  await chip(page).click();
  await typeScale(page, 'Distance across', [60, 60], [160, 60], '10', 'cm');
  expect(Math.abs((await numberIn(page.getByTestId('scale-x'))) / 0.1 - 1)).toBeLessThan(0.02);
  await expect(page.getByTestId('scale-y')).toHaveText(`${across} cm/px`);
  await expectSaved(page);
  await page.reload();
  await expectPicture(page);
  await expect(chip(page)).toHaveText('cm · typed scale');
  await page.getByRole('tab', { name: 'Lines' }).click();
  // sqrt((30 * 0.1)^2 + (40 * 0.05)^2)
  await expect.poll(async () => Math.abs((await numberIn(length(page))) / Math.hypot(3, 2) - 1)).toBeLessThan(0.04);

  await chip(page).click();
  await panelOf(page).getByRole('button', { name: 'Back to the scale of the file' }).click();
  await expect(chip(page)).toHaveText('px · nominal spacing not confirmed');
  await page.getByRole('tab', { name: 'Lines' }).click();
  await expect.poll(() => numberIn(length(page))).toBe(px);
});

/** @returns filename of the strip */
async function openStrip(page: Page): Promise<string> {
  await openRecorded(page, 'Demo cycles adult', 'C01');
  await page.goto(page.url().replace('/selection', '/segmentation'));
  const image = thumbnails(page)
    .filter({ hasText: /Aortic outflow/ })
    .first();
  await image.click();
  await expect(image).toHaveAttribute('aria-pressed', 'true');
  await expectPicture(page);
  return (await image.getAttribute('data-filename')) ?? '';
}

/** Rows of the points that a pattern holds on the zero line. */
const heldOnZero = ({ segmentation }: AnalysisImage): number[] =>
  segmentation
    .flatMap(({ lines }) => lines ?? [])
    .flatMap(({ points }) => points.filter((point) => point.forced_to_zero).map(({ y }) => y));

test('a strip is scaled by keys: sign of the axis, zero line, time and velocity', async ({ page }) => {
  await enter(page, 'editor@demo');
  const filename = await openStrip(page);
  await page.keyboard.press('Shift+I');
  const panel = panelOf(page);
  await expect(page.getByTestId('scale-source')).toHaveText('Regions of the file');
  const zero = async () => Number(((await page.getByTestId('scale-zero').textContent()) ?? '').replace('row', ''));
  const row = await zero();
  const box = await canvas(page).boundingBox();
  if (!box) throw new Error('There is no picture');
  const above = drawnCentre(await viewOf(page), { x: 300, y: row - 50 });
  await page.mouse.move(box.x + above.x, box.y + above.y);
  const velocity = () => numberIn(page.getByTestId('readout-y'));
  await expect.poll(velocity).toBeGreaterThan(0);
  const before = await velocity();

  const signs = panel.getByRole('group', { name: 'Sign of the velocity axis' });
  await look(page, 'calibration-strip', [canvas(page), panel]);
  await signs.getByRole('radio', { name: 'Positive above the zero line' }).focus();
  // A control that was reached by Tab keeps its keys.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowDown');
  await expect(signs.getByRole('radio', { name: 'Positive below the zero line' })).toBeChecked();
  await expect(alerts(page)).toContainText('The scale has changed. All values of this image are recomputed.');
  await page.mouse.move(box.x + above.x + 1, box.y + above.y);
  await expect.poll(velocity).toBe(-before);
  await page.keyboard.press('ArrowUp');
  await expect.poll(velocity).toBe(before);

  await panel.getByRole('button', { name: 'Zero line', exact: true }).press('Enter');
  await panel.getByRole('button', { name: 'Place by keys' }).press('Enter');
  const point = page.getByTestId('scale-point');
  await point.focus();
  const placed = async () => Number(((await point.textContent()) ?? '').split(',')[1]);
  const middle = await placed();
  for (const key of ['ArrowDown', 'Shift+ArrowDown', 'Control+ArrowDown']) await page.keyboard.press(key);
  expect(await placed()).toBeCloseTo(middle + 11.1, 5);
  await panel.getByRole('button', { name: 'Set the zero line' }).press('Enter');
  await expect.poll(zero).toBeCloseTo(middle + 11.1, 5);
  await expectSaved(page);
  const stored = await recordOf(page, filename);
  const { calibration } = stored;
  expect(calibration).toMatchObject({ author: 'editor@demo', velocity_axis: 'up' });
  const held = heldOnZero(stored);
  expect(held.length).toBeGreaterThan(0);
  expect(new Set(held)).toEqual(new Set([calibration?.baseline_y]));

  await panel.getByRole('button', { name: 'Time', exact: true }).press('Enter');
  await panel.getByRole('button', { name: 'Place by keys' }).press('Enter');
  const columns = await Promise.all(
    [0, 1].map(async (at) => Number(((await point.nth(at).textContent()) ?? '').replace(/^[AB] /, '').split(',')[0])),
  );
  await panel.getByRole('textbox', { name: 'Time between the points' }).fill('2');
  await page.keyboard.press('Enter');
  await expect(chip(page)).toHaveText('cm/s × s · typed scale');
  const perColumn = 2 / Math.abs((columns[1] ?? 0) - (columns[0] ?? 0));
  expect(Math.abs((await numberIn(page.getByTestId('scale-x'))) / perColumn - 1)).toBeLessThan(0.002);
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: 'Back to the scale of the file' }).click();
  await expect.poll(zero).toBe(row);
});

test('a Viewer sees what an image is scaled by and changes nothing of it', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await openStrip(page);
  await chip(page).click();
  await expect(page.getByTestId('scale-source')).toHaveText('Regions of the file');
  await expect(panelOf(page).getByRole('radio', { name: 'Positive below the zero line' })).toBeDisabled();
  await expect(panelOf(page).getByRole('button', { name: 'Zero line' })).toHaveCount(0);
});
