/** A real clip of a short axis, from its import to its values: timed, traced by pointer, measured by the scale of its file, and the same after a reload. */
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { importFolder, selectionAddress } from './support/import-folder.ts';
import { look } from './support/look.ts';
import { viewOf, type Point } from './support/picture.ts';
import { SHARED } from './support/repository.ts';
import { chooseTraced, clickAt, keys, lineRow, lines, mode, recorded, recordOf } from './support/segmentation.ts';
import { canvas, enter, expectPicture, expectSaved, label, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const REAL = path.join(SHARED, 'real-dicom');
const CLIP = 'us/go-dicom__I_000035.dcm';
const SHORT_AXIS = /Short axis|SAX/;
// A folder that is there and lacks the file fails.
const absent = !existsSync(SHARED);
if (absent) console.warn(`SKIPPED: tracing of a real clip, because ${SHARED} is absent`);

/** Places around the cavity of the left ventricle, in stored pixels. */
const circle = (radius: number): Point[] =>
  Array.from({ length: POINTS }, (_, index) => {
    const angle = (2 * Math.PI * index) / POINTS;
    return { x: CENTRE.x + radius * Math.cos(angle), y: CENTRE.y + radius * Math.sin(angle) };
  });
const CENTRE: Point = { x: 400, y: 316 };
const POINTS = 12;
const DIASTOLE_PX = 60;
const SYSTOLE_PX = 44;
/** A pointer comes in whole pixels of the screen: half of one all around. */
const POINTER_PX = 0.5;
/** A curve through 12 points of a circle leaves it by less than this share of its area. */
const CURVE = 0.005;
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

/** Clicks a ring, and takes the wall that is offered around it. */
async function trace(page: Page, ring: readonly Point[]): Promise<void> {
  await mode(page, 'Tracing LV endo');
  for (const at of ring) await clickAt(page, at);
  await expect(lineRow(page, 'LV endo')).toContainText(`${POINTS} points`);
  await keys(page, 'f');
  await mode(page, 'Thickness of LV epi');
  await keys(page, 'f');
}

/** An area shown in cm2 equals a circle of so many stored pixels, as near as a pointer of this screen draws it. */
function expectCircle(area: number, radius: number, pixel: number, screenScale: number): void {
  const exact = Math.PI * (radius * pixel) ** 2;
  expect(Math.abs(area / exact - 1)).toBeLessThan(CURVE + (2 * POINTER_PX) / screenScale / radius);
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
  await label(page, 'View', 'PSAX mid');
  await label(page, '2D type', 'Short axis 2D');
  await page.getByRole('link', { name: 'Cycle timing' }).click();
  await page.waitForURL(/\/cycletiming/);
  await thumbnails(page).filter({ hasText: SHORT_AXIS }).first().click();
  await mode(page, 'Marking end diastole');
  await keys(page, 'Home', 'd', 'Shift+ArrowRight', 's', 'f');
  await mode(page, 'Finished');
  await page.getByRole('link', { name: 'Segmentation' }).click();
  await page.waitForURL(/\/segmentation/);
  const filename = await chooseTraced(page, SHORT_AXIS);

  await trace(page, circle(DIASTOLE_PX));
  await expect(page.getByRole('button', { name: 'End systole', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await trace(page, circle(SYSTOLE_PX));
  await expectSaved(page);
  const drawn = (await recordOf(page, filename)).segmentation;
  expect(drawn[0]?.end_diastole?.lines[0]?.points).toHaveLength(POINTS);

  const names = ['LV area ED', 'LV area ES', 'FAC', 'LV epi area ED'];
  const all = () => Promise.all(names.map((name) => value(page, name)));
  await expect.poll(async () => (await all()).every((found) => found > 0)).toBe(true);
  const before = await all();
  const [large = Number.NaN, small = Number.NaN, change = Number.NaN, outer = Number.NaN] = before;
  const { scale } = await viewOf(page);
  expectCircle(large, DIASTOLE_PX, pixel, scale);
  expectCircle(small, SYSTOLE_PX, pixel, scale);
  // By the formula of the specification, to the digits that are shown.
  expect(Math.abs(change - (100 * (large - small)) / large)).toBeLessThan(0.05);
  expect(outer).toBeGreaterThan(large);
  await look(page, 'segmentation-real', [canvas(page), lines(page)]);

  await page.reload();
  await chooseTraced(page, SHORT_AXIS);
  await expect(lineRow(page, 'LV endo')).toHaveAttribute('data-state', 'finished');
  await expect.poll(all).toEqual(before);
  expect((await recordOf(page, filename)).segmentation).toEqual(drawn);
});
