/** Measurements on the page of segmentation: values as they are drawn, each with where it comes from. */
import type { Locator, Page } from '@playwright/test';
import { look } from './support/look.ts';
import { drawnCentre, viewOf } from './support/picture.ts';
import { keys, lineRow, mode, openSegmentation } from './support/segmentation.ts';
import { canvas, enter, frameNumber } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const measured = (page: Page, name: string): Locator => page.getByTestId('measured').filter({ has: page.getByText(name, { exact: true }) });
const value = async (page: Page, name: string): Promise<number> => Number(await measured(page, name).getByTestId('value').textContent());
/** Names of the values and the rows of the screen that they are in. */
const rowPlaces = (page: Page): Promise<Array<[name: string, top: number]>> =>
  page
    .getByTestId('measured')
    .evaluateAll((rows) =>
      rows.map((row) => [row.firstElementChild?.firstElementChild?.textContent ?? '', Math.round(row.getBoundingClientRect().top)]),
    );

test('a traced clip shows its values, and each of them what it was computed from and where', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openSegmentation(page, 'Demo cycles adult', 'C01', /4-chamber|4CH|A4C/);
  await expect(measured(page, 'EF')).toBeVisible();
  await expect(page.getByText(/^mean of \d+ cycles$/)).toBeVisible();
  // Stroke volume and ejection fraction by the formulas of the specification, to the digits that are shown.
  const [ed, es] = [await value(page, 'LV EDV'), await value(page, 'LV ESV')];
  expect(Math.abs((await value(page, 'SV')) - (ed - es))).toBeLessThan(0.03);
  expect(Math.abs((await value(page, 'EF')) - (100 * (ed - es)) / ed)).toBeLessThan(0.05);
  // The rate burned into the picture belongs to its first beat.
  await expect(measured(page, 'Heart rate')).toContainText('75.00');
  await measured(page, 'LV ESV').getByRole('button').click();
  const explained = page.getByTestId('explained');
  await expect(explained).toContainText('area length');
  await expect(explained).toContainText('0.85 A^2 / L');
  await expect(explained).toContainText('LV endo');
  await expect(explained).toContainText('US region 1, file header');
  await expect(page.getByTestId('jitter')).toContainText(/area length [\d.]+ ml[\d.]+ – [\d.]+ ml.*simpson [\d.]+ ml[\d.]+ – [\d.]+ ml/);
  // The frame it names is the one that is shown.
  const frame = await frameNumber(page);
  expect(frame).toBeGreaterThan(1);
  await expect(explained).toContainText(new RegExp(`${frame} · \\d+ ms`));
  await look(page, 'segmentation-values', [
    page.getByLabel('Images', { exact: true }),
    canvas(page),
    page.getByRole('complementary', { name: 'Lines' }),
  ]);
  await page.getByRole('button', { name: 'Close the explanation' }).click();
  await expect(explained).toBeHidden();

  await page.keyboard.press('m');
  await expect(page.getByTestId('measurements')).toBeHidden();
  await page.getByRole('button', { name: 'Measurements', exact: true }).click();
  await expect(measured(page, 'EF')).toBeVisible();
  await page.getByRole('button', { name: 'Legend' }).click();
  await expect(page.getByRole('button', { name: 'Legend' })).toHaveAttribute('aria-pressed', 'false');
});

test('a Viewer sees the values, and nothing is stored', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  const saves: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('analysis/update')) saves.push(request.url());
  });
  await openSegmentation(page, 'Demo cycles adult', 'C04', /4-chamber|4CH|A4C/);
  await expect(measured(page, 'EF')).toBeVisible();
  expect(await value(page, 'EF')).toBeGreaterThan(0);
  expect(saves).toEqual([]);
});

test('values follow a point that is still held, and undo brings line and values back', async ({ page }) => {
  await enter(page, 'editor@demo');
  const image = await openSegmentation(page, 'Demo cycles adult', 'C04', /4-chamber/);
  const endo = image.segmentation[0]?.end_diastole?.lines[0];
  const apex = endo?.points[Math.floor(endo.points.length / 2)];
  const box = await canvas(page).boundingBox();
  if (!apex || !box) throw new Error('The demo has no traced ventricle');
  await keys(page, 'e');
  await lineRow(page, 'LV endo').click();
  await mode(page, 'Editing LV endo');
  const length = () => value(page, 'LV length ED');
  await expect.poll(length).toBeGreaterThan(0);
  const before = await length();
  const at = drawnCentre(await viewOf(page), apex);
  const rows = await rowPlaces(page);
  await page.mouse.move(box.x + at.x, box.y + at.y);
  await page.mouse.down();
  await page.mouse.move(box.x + at.x, box.y + at.y + 20, { steps: 4 });
  // The apex comes nearer to the annulus during the drag.
  await expect.poll(length).toBeLessThan(before - 0.05);
  const held = await length();
  expect(await rowPlaces(page), 'rows while a point is held').toEqual(rows);
  await page.mouse.up();
  await expect.poll(length).toBe(held);
  await keys(page, 'Control+z');
  await expect.poll(length).toBe(before);
});

test('implausible values are shown during a drag, and block nothing', async ({ page }) => {
  await enter(page, 'editor@demo');
  const image = await openSegmentation(page, 'Demo cycles adult', 'C04', /4-chamber/);
  const endo = image.segmentation[0]?.end_diastole?.lines[0];
  const apex = endo?.points[Math.floor(endo.points.length / 2)];
  const box = await canvas(page).boundingBox();
  if (!endo || !apex || !box) throw new Error('The demo has no traced ventricle');
  await keys(page, 'e');
  await lineRow(page, 'LV endo').click();
  await mode(page, 'Editing LV endo');
  const oddities = page.getByTestId('oddities');
  await expect(measured(page, 'EF')).toBeVisible();
  await expect(oddities).toHaveCount(0);
  const view = await viewOf(page);
  const to = async (place: { x: number; y: number }) => {
    const at = drawnCentre(view, place);
    await page.mouse.move(box.x + at.x, box.y + at.y, { steps: 4 });
  };
  await to(apex);
  await page.mouse.down();
  // The region of the sector begins at row 52 (fixtures/phantom).
  await to({ x: apex.x, y: 30 });
  await expect(oddities).toContainText('Cycle 1: LV endo leaves the calibrated region.');
  await to(apex);
  await expect(oddities).toHaveCount(0);
  await page.mouse.up();

  // The whole line is scaled towards its middle: the ventricle is larger at end systole.
  const { points } = endo;
  const middle = {
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  };
  const between = (share: number) => ({ x: apex.x + (middle.x - apex.x) * share, y: apex.y + (middle.y - apex.y) * share });
  await to(apex);
  await page.keyboard.down('Control');
  await page.mouse.down();
  await to(between(0.5));
  await expect(oddities).toContainText('Cycle 1: LV ESV is not below LV EDV.');
  await page.mouse.up();
  await page.keyboard.up('Control');
  await expect(oddities).toContainText('Cycle 1: LV ESV is not below LV EDV.');
  await keys(page, 'Control+z');
  await expect(oddities).toHaveCount(0);
});
