/** Segmentation of clips and planes: traced by pointer at places known beforehand, only by keyboard, and never lost. */
import type { Line } from '@echometry/contract/generated/analysis-image.ts';
import { look } from './support/look.ts';
import { viewOf } from './support/picture.ts';
import { canvas, enter, expectSaved, label, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import {
  alerts,
  chooseTraced,
  clickAt,
  keys,
  lineRow,
  lines,
  mode,
  openRecorded,
  openSegmentation,
  recordOf,
  tool,
} from './support/segmentation.ts';

/** Control points first, then the others in their order: as a person clicks them. */
function clicked({ points }: Line): { x: number; y: number }[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) throw new Error('The line has no points');
  return [first, last, ...points.slice(1, -1)];
}

/** Each point of one line is at its place in the other, as near as a pointer comes: a pixel of the screen. */
function expectAlike(found: Line | undefined, wanted: Line, screenPixel: number): void {
  expect(found?.points.map(({ type }) => type)).toEqual(wanted.points.map(({ type }) => type));
  for (const [place, { x, y }] of wanted.points.entries()) {
    const at = found?.points[place];
    expect(Math.hypot((at?.x ?? 0) - x, (at?.y ?? 0) - y), `${wanted.name} ${place}`).toBeLessThanOrEqual(screenPixel);
  }
}

test('a 4-chamber clip is traced by pointer at its known contours, with its wall', async ({ page }) => {
  await enter(page, 'editor@demo');
  const image = await openSegmentation(page, 'Demo cycles adult', 'C01', /4-chamber/);
  const [endo, , atrium] = image.segmentation[0]?.end_diastole?.lines ?? [];
  if (!endo || !atrium) throw new Error('The demo has no traced ventricle');
  await mode(page, 'Finished');
  await tool(page, 'Remove all lines').click();
  await mode(page, 'Tracing LV endo');
  await expect(page.getByTestId('frame-number')).toHaveText(String(endo.frame_number));
  for (const at of clicked(endo)) await clickAt(page, at);
  await keys(page, 'f');
  await mode(page, 'Thickness of LV epi');
  await expect(page.getByTestId('thickness')).toHaveText(/^0\.050 × height · \d+\.\d mm$/);
  await keys(page, 'f');
  await mode(page, 'Tracing LA endo');
  for (const at of clicked(atrium)) await clickAt(page, at);
  await keys(page, 'f');
  await mode(page, 'Editing LA endo');
  await look(page, 'segmentation', [canvas(page), page.getByRole('toolbar', { name: 'Tools' }), lines(page)]);
  await expectSaved(page);
  const kept = (await recordOf(page, image.filename)).segmentation[0]?.end_diastole?.lines ?? [];
  const { scale } = await viewOf(page);
  for (const wanted of [endo, atrium])
    expectAlike(
      kept.find(({ name }) => name === wanted.name),
      wanted,
      1 / scale,
    );
  await keys(page, 'f');
  await expect(page.getByRole('button', { name: 'End systole', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await mode(page, 'Tracing LV endo');
});

test('a reload loses nothing: in editing-thickness, and in the middle of a line', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openSegmentation(page, 'Demo cycles adult', 'C03', /4-chamber/);
  await expect(page.getByTestId('cycle-of')).toContainText('cycle 2');
  await mode(page, 'Tracing LV epi');
  await keys(page, 'f');
  await mode(page, 'Thickness of LV epi');
  await page.getByRole('slider', { name: 'Epicardial thickness' }).focus();
  await keys(page, 'ArrowRight');
  await expect(page.getByTestId('thickness')).toHaveText(/^0\.055 × height/);
  await expectSaved(page);
  await page.reload();
  await chooseTraced(page, /4-chamber/);
  await mode(page, 'Thickness of LV epi');
  await expect(page.getByTestId('thickness')).toHaveText(/^0\.055 × height/);
  await look(page, 'segmentation-thickness', [canvas(page), page.getByRole('toolbar', { name: 'Tools' }), lines(page)]);
  await keys(page, 'f');
  await mode(page, 'Tracing LA endo');
  for (const at of [
    { x: 380, y: 330 },
    { x: 450, y: 330 },
    { x: 415, y: 420 },
  ])
    await clickAt(page, at);
  await expect(lineRow(page, 'LA endo')).toContainText('3 points');
  await expectSaved(page);
  await page.reload();
  await chooseTraced(page, /4-chamber/);
  await mode(page, 'Tracing LA endo');
  await expect(lineRow(page, 'LA endo')).toContainText('3 points');
  await keys(page, 'Control+z');
  await expect(lineRow(page, 'LA endo')).toContainText('2 points');
});

test('points are dragged, put into the curve, deleted and moved by keys; undo takes each back', async ({ page }) => {
  await enter(page, 'editor@demo');
  const image = await openSegmentation(page, 'Demo cycles adult', 'C04', /4-chamber/);
  const endo = image.segmentation[0]?.end_diastole?.lines[0];
  const [ring, second] = endo?.points ?? [];
  if (!endo || !ring || !second) throw new Error('The demo has no traced ventricle');
  const stored = async (): Promise<Line | undefined> => {
    await expectSaved(page);
    return (await recordOf(page, image.filename)).segmentation[0]?.end_diastole?.lines[0];
  };
  await mode(page, 'Finished');
  await keys(page, 'e');
  await lineRow(page, 'LV endo').click();
  await mode(page, 'Editing LV endo');
  await keys(page, 'n', 'ArrowDown', 'Shift+ArrowDown', 'Control+ArrowRight');
  const moved = (await stored())?.points[0];
  expect([moved?.x, moved?.y]).toEqual([expect.closeTo(ring.x + 0.1, 6), expect.closeTo(ring.y + 11, 6)]);
  await keys(page, 'Control+z', 'Control+z', 'Control+z');
  expect((await stored())?.points[0]).toMatchObject({ x: ring.x, y: ring.y });
  await clickAt(page, second, 'right');
  expect((await stored())?.points).toHaveLength(endo.points.length - 1);
  await keys(page, 'Control+z');
  expect((await stored())?.points).toHaveLength(endo.points.length);
  await keys(page, 'f');
  await mode(page, 'Finished');
});

test('a fetal head only by keyboard: two ends, and the oval of its preset ratio', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openRecorded(page, 'Demo cycles fetal', 'D03');
  await thumbnails(page).first().click();
  await label(page, 'View', 'Transthalamic');
  await label(page, '2D type', 'Head butterfly');
  await page.getByRole('link', { name: 'Segmentation' }).click();
  await page.waitForURL(/\/segmentation/);
  const image = await chooseTraced(page, /Head/);
  await mode(page, 'Tracing Head');
  await keys(page, 'a');
  for (let step = 0; step < 9; step += 1) await keys(page, 'Shift+ArrowLeft');
  await keys(page, 'a');
  for (let step = 0; step < 18; step += 1) await keys(page, 'Shift+ArrowRight');
  await keys(page, 'a');
  await expect(lineRow(page, 'Head')).toContainText('2 points');
  await look(page, 'segmentation-head', [canvas(page), lines(page)]);
  await keys(page, 'f');
  await mode(page, 'Finished');
  await expectSaved(page);
  const [head] = (await recordOf(page, image)).segmentation[0]?.lines ?? [];
  const [a, b, c] = head?.points ?? [];
  expect([(b?.x ?? 0) - (a?.x ?? 0), (b?.y ?? 0) - (a?.y ?? 0)]).toEqual([180, 0]);
  expect(Math.abs((c?.y ?? 0) - (a?.y ?? 0))).toBeCloseTo(0.85 * 90, 6);
  await keys(page, 'Control+z');
  await mode(page, 'Tracing Head');
});

test('a Viewer looks along the events and changes nothing', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  const image = await openSegmentation(page, 'Demo cycles adult', 'C04', /4-chamber/);
  await mode(page, 'Segmentation, read only');
  await expect(lineRow(page, 'LV endo')).toBeVisible();
  await expect(page.getByRole('toolbar', { name: 'Tools' })).toHaveCount(0);
  await clickAt(page, { x: 200, y: 200 });
  await keys(page, 'f', 'e', 'r', 'Shift+r', 'a');
  await keys(page, ']');
  await expect(page.getByRole('button', { name: 'End systole' })).toHaveAttribute('aria-pressed', 'true');
  expect((await recordOf(page, image.filename)).segmentation).toEqual(image.segmentation);
  await expect(alerts(page)).toHaveText('');
});
