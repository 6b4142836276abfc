/** One history per image: across tools, pages and reloads; it names its gestures, shows their frame, and never touches other work. */
import type { Locator, Page } from '@playwright/test';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { look } from './support/look.ts';
import { enter, expectPicture, expectSaved, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import {
  alerts,
  chooseTraced,
  clickAt,
  keys,
  lineRow,
  mode,
  openRecorded,
  openSegmentation,
  recordOf,
  tool,
} from './support/segmentation.ts';

const NOTHING_LEFT = 'Nothing left to undo on this image';
const calipers = (page: Page): Locator => page.getByTestId('caliper');
const gestures = (page: Page): Locator => page.getByTestId('gesture');
const frame = (page: Page): Locator => page.getByTestId('frame-number');

/** Fields of an image that users set. */
const workOf = ({ cardiac_events, segmentation, measurements_caliper, calibration, is_annotated, is_segmented }: AnalysisImage) => ({
  cardiac_events,
  segmentation,
  calipers: measurements_caliper.map(({ id, points }) => [id, points.pixel]),
  calibration,
  is_annotated,
  is_segmented,
});

async function openMenu(page: Page): Promise<void> {
  await keys(page, 'Shift+u');
  await expect(page.getByRole('menu')).toBeVisible();
}

test('in caliper mode, undo takes back the points of the caliper and leaves frame and lines; the buttons of the lines rest', async ({
  page,
}) => {
  await enter(page, 'editor@demo');
  const image = await openSegmentation(page, 'Demo cycles adult', 'C04', /4-chamber/);
  await mode(page, 'Finished');
  await keys(page, 'k');
  await mode(page, 'Caliper');
  for (const name of ['Undo', 'Finish', 'Finish all', 'Predict from the cycle before']) await expect(tool(page, name)).toBeDisabled();
  await page.getByRole('radio', { name: 'Length' }).check();
  await clickAt(page, { x: 300, y: 300 });
  await clickAt(page, { x: 360, y: 330 });
  await expect(page.getByText('All points are placed')).toBeVisible();
  const drawnOn = await frame(page).textContent();
  await keys(page, '.', '.');
  await keys(page, 'Control+z');
  await expect(frame(page), 'the frame of the gesture comes first').toHaveText(drawnOn ?? '');
  await expect(page.getByText('next: B')).toBeVisible();
  await keys(page, 'Control+z');
  await expect(page.getByText('next: A')).toBeVisible();
  await keys(page, 'Control+z');
  await expect(alerts(page)).toContainText(NOTHING_LEFT);
  await mode(page, 'Caliper');
  await keys(page, 'Control+y', 'Control+y');
  await expect(page.getByText('All points are placed')).toBeVisible();
  expect(workOf(await recordOf(page, image.filename)), 'the lines of other frames stay').toEqual(workOf(image));
  await keys(page, 'Control+z', 'Control+z', 'Escape');
});

test('undo stops where the gestures end, and stored work stays', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openRecorded(page, 'Demo cycles fetal', 'D01');
  await page.getByRole('link', { name: 'Segmentation' }).click();
  await page.waitForURL(/\/segmentation/);
  const strip = thumbnails(page)
    .filter({ hasText: /Umbilical artery/ })
    .first();
  await strip.click();
  await expectPicture(page);
  const image = await recordOf(page, (await strip.getAttribute('data-filename')) ?? '');
  const traces = page.getByTestId('trace');
  await mode(page, 'Finished');
  const count = await traces.count();
  expect(count).toBeGreaterThan(2);
  await keys(page, 'Shift+l');
  await expect(traces).toHaveCount(count - 1);
  await keys(page, 'Control+z');
  await expect(traces).toHaveCount(count);
  await keys(page, 'Control+z', 'Control+z', 'Control+z');
  await expect(alerts(page)).toContainText(NOTHING_LEFT);
  await expect(traces).toHaveCount(count);
  await expectSaved(page);
  expect(workOf(await recordOf(page, image.filename))).toEqual(workOf(image));
  await keys(page, 'Control+y');
  await expect(traces, 'redo brings back what undo took').toHaveCount(count - 1);
  await keys(page, 'Control+z');
  await expectSaved(page);
});

test('a right click removes a caliper with a message, and undo brings it back, after a reload too', async ({ page }) => {
  await enter(page, 'editor@demo');
  const { filename } = await openSegmentation(page, 'Demo cycles adult', 'C02', /4-chamber/);
  await keys(page, 'k');
  await page.getByRole('radio', { name: 'Length' }).check();
  await clickAt(page, { x: 300, y: 300 });
  await clickAt(page, { x: 360, y: 330 });
  await keys(page, 'Enter');
  await expect(calipers(page)).toHaveCount(1);
  await expectSaved(page);
  const saved = workOf(await recordOf(page, filename));
  await clickAt(page, { x: 300, y: 300 }, 'right');
  await expect(calipers(page)).toHaveCount(0);
  await expect(alerts(page)).toContainText('Caliper Length was removed. Undo brings it back.');
  await expectSaved(page);
  await page.reload();
  await chooseTraced(page, /4-chamber/);
  await keys(page, 'Control+z');
  await expect(calipers(page)).toHaveCount(1);
  await expectSaved(page);
  expect(workOf(await recordOf(page, filename))).toEqual(saved);
});

test('the history menu names gestures of every tool, goes back and on, and outlasts a reload', async ({ page }) => {
  await enter(page, 'editor@demo');
  const image = await openSegmentation(page, 'Demo cycles adult', 'C01', /4-chamber/);
  const endo = image.segmentation[0]?.end_diastole?.lines[0];
  if (!endo) throw new Error('The demo has no traced ventricle');
  await mode(page, 'Finished');
  await keys(page, 'e');
  await lineRow(page, 'LV endo').click();
  await keys(page, 'n', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Escape', 'f');
  await mode(page, 'Finished');
  await openMenu(page);
  await look(page, 'history-menu', [page.getByRole('menu')]);
  await keys(page, 'Escape');
  await page.getByRole('link', { name: 'Cycle timing' }).click();
  await page.waitForURL(/\/cycletiming/);
  await thumbnails(page)
    .filter({ hasText: /4-chamber/ })
    .first()
    .click();
  await expectPicture(page);
  await page.getByRole('button', { name: 'Reopen' }).click();
  await mode(page, 'Marking end diastole');
  await openMenu(page);
  await expect(gestures(page)).toContainText([
    'Cycle timing reopened',
    'Point moved, LV endo, end diastole 1',
    'Point moved, LV endo, end diastole 1',
  ]);
  await expect(page.getByRole('menuitem', { name: 'Undo: Cycle timing reopened' })).toBeVisible();
  await keys(page, 'Escape');
  await expectSaved(page);
  const whole = workOf(await recordOf(page, image.filename));

  await page.reload();
  await expectPicture(page);
  await openMenu(page);
  // Only with keys: the last item of the list.
  await keys(page, 'ArrowDown', 'End', 'Enter');
  await mode(page, 'Finished');
  await expectSaved(page);
  expect(workOf(await recordOf(page, image.filename)), 'as it was before these gestures').toEqual(workOf(image));

  await page.reload();
  await expectPicture(page);
  await keys(page, 'Control+y', 'Control+y', 'Control+y');
  await mode(page, 'Marking end diastole');
  await expectSaved(page);
  expect(workOf(await recordOf(page, image.filename)), 'and after them').toEqual(whole);
  await keys(page, 'Control+y');
  await expect(alerts(page)).toContainText('Nothing left to redo on this image');
});

test('undo applies to the image that is shown: gestures on another image stay', async ({ page }) => {
  await enter(page, 'editor@demo');
  const image = await openSegmentation(page, 'Demo cycles adult', 'C04', /4-chamber/);
  await mode(page, 'Finished');
  await keys(page, 'e');
  await lineRow(page, 'LV endo').click();
  await keys(page, 'n', 'Shift+ArrowDown', 'Escape', 'f');
  await expectSaved(page);
  const moved = workOf(await recordOf(page, image.filename));
  await thumbnails(page).last().click();
  await expectPicture(page);
  await keys(page, 'Control+z');
  await expect(alerts(page)).toContainText(NOTHING_LEFT);
  expect(workOf(await recordOf(page, image.filename))).toEqual(moved);
});

test('open caliper points outlast another image and a reload', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openSegmentation(page, 'Demo cycles adult', 'C01', /2-chamber/);
  await keys(page, 'k');
  await page.getByRole('radio', { name: 'Length' }).check();
  await clickAt(page, { x: 300, y: 300 });
  await expect(page.getByText('next: B')).toBeVisible();
  await chooseTraced(page, /Parasternal long axis/);
  await expect(page.getByText('next: B')).toHaveCount(0);
  await page.reload();
  await chooseTraced(page, /2-chamber/);
  await mode(page, 'Caliper');
  await expect(page.getByText('next: B')).toBeVisible();
  await clickAt(page, { x: 360, y: 330 });
  await keys(page, 'Enter');
  await expect(calipers(page)).toHaveCount(1);
  await expectSaved(page);
});
