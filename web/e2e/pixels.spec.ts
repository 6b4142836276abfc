/** Drawings and their places: against files whose pixels and calibrated points are known beforehand. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Truth } from '../../server/src/demo/plan/truth.ts';
import { importFolder, selectionAddress } from './support/import-folder.ts';
import { NOISE, noise, writeNoise, writePhantoms } from './support/known-pixels.ts';
import { colourAt, drawnCentre, photograph, viewOf, type Point } from './support/picture.ts';
import { canvas, chooseImage, enter, expectPicture } from './support/steps.ts';
import { expect, test } from './support/test.ts';

/** The readout shows two decimals. */
const SHOWN_STEP_PX = 0.005;
const SLACK_PX = 0.01;
/** Rounding between the samples and the screen, of 255. */
const COLOUR_LEVELS = 2;

let folder = '';
let noiseStudy = '';
let phantomStudy = '';
let truths: Truth[] = [];

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = await mkdtemp(path.join(tmpdir(), 'journey-pixels-'));
  await writeNoise(path.join(folder, 'noise'));
  truths = await writePhantoms(path.join(folder, 'phantoms'));
  noiseStudy = (await importFolder(path.join(folder, 'noise'))).studies[0] ?? '';
  phantomStudy = (await importFolder(path.join(folder, 'phantoms', 'journey'))).studies[0] ?? '';
});
test.afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function open(page: Page, studyId: string): Promise<void> {
  await enter(page, 'viewer@demo', 'Viewer');
  await page.goto(selectionAddress(studyId));
  await expectPicture(page);
}

async function zoom(page: Page, percent: number): Promise<void> {
  await page.getByRole('button', { name: 'Zoom' }).click();
  await page.getByRole('menuitem', { name: `${percent} %`, exact: true }).click();
  await expect.poll(async () => (await viewOf(page)).scale).toBe(percent / 100);
  await expect(page.getByRole('menuitem')).toHaveCount(0);
}

/** Drags the picture until an image point is well inside the canvas. */
async function bringIntoSight(page: Page, point: Point): Promise<void> {
  const box = await canvas(page).boundingBox();
  if (!box) throw new Error('The canvas is not there');
  const margin = 60;
  const middle = { x: box.width / 2, y: box.height / 2 };
  for (let turn = 0; turn < 60; turn += 1) {
    const at = drawnCentre(await viewOf(page), point);
    if (at.x > margin && at.y > margin && at.x < box.width - margin && at.y < box.height - margin) return;
    const step = (wanted: number, size: number): number => Math.max(-size / 2 + margin, Math.min(size / 2 - margin, wanted));
    await page.mouse.move(box.x + middle.x, box.y + middle.y);
    await page.mouse.down();
    await page.mouse.move(
      Math.round(box.x + middle.x + step(middle.x - at.x, box.width)),
      Math.round(box.y + middle.y + step(middle.y - at.y, box.height)),
      { steps: 3 },
    );
    await page.mouse.up();
  }
  throw new Error('The point did not come into sight');
}

async function readoutPx(page: Page): Promise<Point> {
  const [x = Number.NaN, y = Number.NaN] = ((await page.getByTestId('readout-px').textContent()) ?? '').split(',').map(Number.parseFloat);
  return { x, y };
}

/** Moves the mouse onto the drawn centre of a pixel, as near as whole CSS pixels allow, and returns where it is in the image. */
async function pointAt(page: Page, pixel: Point): Promise<Point> {
  const box = await canvas(page).boundingBox();
  const view = await viewOf(page);
  if (!box) throw new Error('The canvas is not there');
  const centre = drawnCentre(view, pixel);
  const mouse = { x: Math.round(box.x + centre.x), y: Math.round(box.y + centre.y) };
  await page.mouse.move(mouse.x, mouse.y);
  await expect(page.getByTestId('readout-px')).toBeVisible();
  return { x: (mouse.x - box.x - view.left) / view.scale - 0.5, y: (mouse.y - box.y - view.top) / (view.scale * view.aspect) - 0.5 };
}

test('every pixel is drawn in its place with its colour, at 100 % and at 800 %', async ({ page }) => {
  await open(page, noiseStudy);
  const source = noise();
  for (const percent of [100, 800]) {
    await zoom(page, percent);
    await page.mouse.move(5, 5);
    const view = await viewOf(page);
    const picture = await photograph(page);
    let compared = 0;
    let different = 0;
    for (let y = 0; y < NOISE.rows; y += 1) {
      for (let x = 0; x < NOISE.columns; x += 1) {
        const centre = drawnCentre(view, { x, y });
        if (centre.x < 1 || centre.y < 1 || centre.x >= picture.width - 1 || centre.y >= picture.height - 1) continue;
        const at = (y * NOISE.columns + x) * 3;
        const far = colourAt(picture, centre).some((value, channel) => Math.abs(value - (source[at + channel] ?? 0)) > COLOUR_LEVELS);
        compared += 1;
        different += Number(far);
      }
    }
    expect(compared, `pixels in sight at ${percent} %`).toBeGreaterThan(percent === 100 ? 70_000 : 4000);
    expect(different, `pixels of another colour at ${percent} %, of ${compared}`).toBe(0);
  }
});

test('the drawn centre of pixel (12, 7) reads 12, 7 at 50 %, 100 % and 800 %', async ({ page }) => {
  await open(page, noiseStudy);
  for (const percent of [50, 100, 800]) {
    await zoom(page, percent);
    await bringIntoSight(page, { x: 12, y: 7 });
    const exact = await pointAt(page, { x: 12, y: 7 });
    const read = await readoutPx(page);
    // A pointer is on whole CSS pixels: half of one is its own step.
    const step = 0.5 / (percent / 100);
    for (const [value, wanted, here] of [
      [read.x, 12, exact.x],
      [read.y, 7, exact.y],
    ] as const) {
      expect(Math.abs(value - wanted), `${percent} %`).toBeLessThanOrEqual(step + SLACK_PX);
      expect(Math.abs(value - here), `${percent} % against the pointer itself`).toBeLessThanOrEqual(SHOWN_STEP_PX + 1e-9);
    }
    const at = (Math.floor(exact.y + 0.5) * NOISE.columns + Math.floor(exact.x + 0.5)) * 3;
    await expect(page.getByTestId('readout-sample'), 'the samples of that pixel in the file').toHaveText(
      `RGB ${[...noise().subarray(at, at + 3)].join(' ')}`,
    );
  }
});

test('physical values under the cursor agree with the truth of the drawing', async ({ page }) => {
  await open(page, phantomStudy);
  for (const [index, truth] of truths.entries()) {
    await chooseImage(page, index + 1);
    await zoom(page, 800);
    const points = truth.calibration_points.filter(({ region }) => (truth.regions[region]?.physical_delta_y ?? 0) !== 0);
    expect(points.length, truth.kind).toBeGreaterThanOrEqual(5);
    for (const point of [points[0], points[2], points[4]]) {
      if (!point) continue;
      const region = truth.regions[point.region];
      if (!region) throw new Error('The truth names no region');
      await bringIntoSight(page, point);
      const here = await pointAt(page, point);
      const number = async (id: string): Promise<number> => Number.parseFloat((await page.getByTestId(id).textContent()) ?? '');
      // Truth at the known point, moved by the pointer's own offset from it.
      const wantedX = point.physical_x + (here.x - point.x) * region.physical_delta_x;
      const wantedY = point.physical_y + (here.y - point.y) * region.physical_delta_y;
      const offset = {
        of: `${truth.kind} (${point.x}, ${point.y})`,
        x: Math.abs((await number('readout-x')) - wantedX),
        y: Math.abs((await number('readout-y')) - wantedY),
      };
      // Three decimals are shown.
      expect(offset.x, offset.of).toBeLessThanOrEqual(0.0006);
      expect(offset.y, offset.of).toBeLessThanOrEqual(0.0006);
    }
  }
});
