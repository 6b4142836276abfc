/** A real clip, from its import to its values: timed, traced by pointer, measured by the scale of its file, and the same after a reload. */
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Line } from '@echometry/contract/generated/analysis-image.ts';
import { importFolder, selectionAddress } from './support/import-folder.ts';
import { look } from './support/look.ts';
import type { Point } from './support/picture.ts';
import { SHARED } from './support/repository.ts';
import { chooseTraced, clickAt, keys, lineRow, lines, mode, recorded, recordOf } from './support/segmentation.ts';
import { canvas, enter, expectPicture, expectSaved, label, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const REAL = path.join(SHARED, 'real-dicom');
const CLIP = 'us/go-dicom__I_000035.dcm';
// A folder that is there and lacks the file fails.
const absent = !existsSync(SHARED);
if (absent) console.warn(`SKIPPED: tracing of a real clip, because ${SHARED} is absent`);

/** A ventricle that is the same to both sides of its axis, so that its apex is the farthest place: rings first, then the wall. */
const ventricle = (half: number, apex: number): Point[] => [
  { x: 400 - half, y: 380 },
  { x: 400 + half, y: 380 },
  { x: 380 - half, y: 310 },
  { x: 385 - half, y: 240 },
  { x: 400, y: apex },
  { x: 415 + half, y: 240 },
  { x: 420 + half, y: 310 },
];
const DIASTOLE = ventricle(40, 160);
const SYSTOLE = ventricle(30, 190);
/** What is drawn of an atrium, below the same rings. */
const ATRIUM: Point[] = [
  { x: 360, y: 380 },
  { x: 440, y: 380 },
  { x: 400, y: 460 },
];
/** Values are shown to two digits. */
const SHOWN = 0.006;

/** Size of a pixel in cm as independent decoders read it from the file. */
async function pixelOf(file: string): Promise<number> {
  const manifest = JSON.parse(await readFile(path.join(REAL, 'manifest.json'), 'utf8')) as {
    files: { file: string; regions: { PhysicalDeltaX: number }[] }[];
  };
  const pixel = manifest.files.find((entry) => entry.file === file)?.regions[0]?.PhysicalDeltaX;
  if (pixel === undefined) throw new Error(`The manifest has no scale of ${file}`);
  return pixel;
}

async function value(page: Page, name: string): Promise<number> {
  const measured = page.getByTestId('measured').filter({ has: page.getByText(name, { exact: true }) });
  return Number(await measured.getByTestId('value').textContent());
}

/** Middle of the rings to the place drawn for the apex, cm. */
function lengthOf(line: Line | undefined, pixel: number): number {
  const [first, last] = [line?.points[0], line?.points.at(-1)];
  const apex = line?.points.toSorted((a, b) => a.y - b.y)[0];
  if (!first || !last || !apex) throw new Error('The line has no points');
  return pixel * Math.hypot(apex.x - (first.x + last.x) / 2, apex.y - (first.y + last.y) / 2);
}

async function trace(page: Page, ventricle: readonly Point[]): Promise<void> {
  await mode(page, 'Tracing LV endo');
  for (const at of ventricle) await clickAt(page, at);
  await keys(page, 'f');
  await mode(page, 'Thickness of LV epi');
  await keys(page, 'f');
  await mode(page, 'Tracing LA endo');
  for (const at of ATRIUM) await clickAt(page, at);
  await keys(page, 'f');
}

test('a real clip is imported, timed and traced by pointer; its values are in the scale of its file and outlive a reload', async ({
  page,
}) => {
  test.skip(absent, 'the folder of real files is absent');
  const pixel = await pixelOf(CLIP);
  await enter(page, 'editor@demo');
  const folder = await mkdtemp(path.join(tmpdir(), 'journey-real-clip-'));
  await copyFile(path.join(REAL, CLIP), path.join(folder, 'clip.dcm'));
  const { studies } = await importFolder(folder);
  await rm(folder, { recursive: true, force: true });
  await recorded(page, () => page.goto(selectionAddress(studies[0] ?? '')));
  await page.locator('[data-testid=thumbnail][data-unlabelled=true]').first().click();
  await expectPicture(page);
  await label(page, 'View', 'A4C');
  await label(page, '2D type', '4-chamber 2D');
  await page.getByRole('link', { name: 'Cycle timing' }).click();
  await page.waitForURL(/\/cycletiming/);
  await thumbnails(page)
    .filter({ hasText: /4-chamber/ })
    .first()
    .click();
  await mode(page, 'Marking end diastole');
  await keys(page, 'Home', 'd', 'Shift+ArrowRight', 's', 'f');
  await mode(page, 'Finished');
  await page.getByRole('link', { name: 'Segmentation' }).click();
  await page.waitForURL(/\/segmentation/);
  const filename = await chooseTraced(page, /4-chamber/);

  await trace(page, DIASTOLE);
  await mode(page, 'Editing LA endo');
  await keys(page, 'f');
  await expect(page.getByRole('button', { name: 'End systole', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await trace(page, SYSTOLE);
  await expectSaved(page);
  const drawn = (await recordOf(page, filename)).segmentation;
  const [diastole, systole] = [drawn[0]?.end_diastole?.lines[0], drawn[0]?.end_systole?.lines[0]];
  expect(diastole?.points).toHaveLength(DIASTOLE.length);

  // The length is that of what was drawn, and what was drawn is where the pointer was: 220 and 190 pixels.
  await expect.poll(() => value(page, 'LV length ED')).toBeGreaterThan(0);
  expect(Math.abs((await value(page, 'LV length ED')) - lengthOf(diastole, pixel))).toBeLessThan(SHOWN);
  expect(lengthOf(diastole, pixel)).toBeCloseTo(220 * pixel, 1);
  expect(lengthOf(systole, pixel)).toBeCloseTo(190 * pixel, 1);
  const names = ['LV length ED', 'LV EDV', 'LV ESV', 'EF', 'LA area ES'];
  const all = () => Promise.all(names.map((name) => value(page, name)));
  await expect.poll(async () => (await all()).every((found) => found > 0)).toBe(true);
  const before = await all();
  const [, large = Number.NaN, small = Number.NaN, ejected = Number.NaN] = before;
  expect(Math.abs(ejected - (100 * (large - small)) / large)).toBeLessThan(0.05);
  await look(page, 'segmentation-real', [canvas(page), lines(page)]);

  await page.reload();
  await chooseTraced(page, /4-chamber/);
  await expect(lineRow(page, 'LV endo')).toContainText(`${DIASTOLE.length} points`);
  await expect.poll(all).toEqual(before);
  expect((await recordOf(page, filename)).segmentation).toEqual(drawn);
});
