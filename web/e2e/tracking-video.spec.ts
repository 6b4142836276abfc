/** Lines followed through a video, which the browser decodes: from one event to the other, and through every frame of a cycle. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Pixel, Truth } from '../../server/src/demo/plan/truth.ts';
import { importFolder, selectionAddress } from './support/import-folder.ts';
import { writePhantoms } from './support/known-pixels.ts';
import { look } from './support/look.ts';
import { asVideo } from './support/phantom-video.ts';
import { chooseTraced, clickAt, followAfterCancel, keys, linesOf, mode, recorded, recordOf } from './support/segmentation.ts';
import { canvas, chooseImage, enter, expectPicture, expectSaved, frameNumber, label, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const FOLLOWED = { timeout: 60_000 };
/** As asked of the method: mean distance from the true wall, in mm (docs/tracking.md#on-the-phantom). */
const MAX_CONTOUR_MM = 1;
const MM_PER_CM = 10;
/** Of the 97 known stations of a wall, every sixth is clicked: 17 points. */
const CLICKED = 6;

/** Imports a four-chamber clip as a video. @returns its truth, and the address of its study */
async function importVideo(page: Page, patient: string): Promise<{ truth: Truth; address: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'journey-video-'));
  const [truth] = await writePhantoms(folder, ['a4c'], patient);
  const files = await readdir(folder, { recursive: true });
  const file = files.find((name) => name.endsWith('.dcm'));
  if (!truth || file === undefined) throw new Error('No clip was drawn');
  const { video, pixels } = await asVideo(page, path.join(folder, file));
  expect(video, 'it is compressed').toBeLessThan(pixels / 2);
  const { studies, imported } = await importFolder(folder);
  expect(imported).toBe(1);
  await rm(folder, { recursive: true, force: true });
  return { truth, address: selectionAddress(studies[0] ?? '') };
}

async function toFrame(page: Page, frame: number): Promise<void> {
  await page.keyboard.press('Home');
  for (let now = await frameNumber(page); now < frame; now += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('frame-number')).toHaveText(String(frame));
}

/** Named points of the contour first, at the ring, then the others in their order. */
async function trace(page: Page, stations: readonly Pixel[]): Promise<void> {
  const last = stations.length - 1;
  const between = stations.filter((_, station) => station % CLICKED === 0 && station > 0 && station < last);
  for (const station of [stations[0], stations[last], ...between]) if (station) await clickAt(page, { x: station[0], y: station[1] });
}

/** Mean distance of points from a line, in stored pixels. */
function meanDistance(points: readonly Pixel[], line: readonly Pixel[]): number {
  const distance = ([x, y]: Pixel): number =>
    Math.min(
      ...line.slice(1).map(([bx, by], place) => {
        const [ax, ay] = line[place] ?? [bx, by];
        const [dx, dy] = [bx - ax, by - ay];
        const share = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1), 0), 1);
        return Math.hypot(x - ax - share * dx, y - ay - share * dy);
      }),
    );
  return points.reduce((sum, point) => sum + distance(point), 0) / points.length;
}

test('lines are followed through a video: to end systole, through the cycle, cancelled and corrected', async ({ page }) => {
  test.setTimeout(5 * FOLLOWED.timeout);
  await enter(page, 'editor@demo');
  const { truth, address } = await importVideo(page, 'J66');
  const beat = truth.four_chamber?.beats[0];
  const mmPerPx = MM_PER_CM * (truth.regions[0]?.physical_delta_x ?? Number.NaN);
  const endoOn = (frame: number): Pixel[] => truth.four_chamber?.frames.find((one) => one.frame_number === frame)?.endo ?? [];
  if (!beat) throw new Error('The truth has no beat');
  const [from, systole] = [beat.end_diastole_frame, beat.end_systole_frame];

  await recorded(page, () => page.goto(address));
  await chooseImage(page, 1);
  await label(page, 'View', 'A4C');
  await label(page, '2D type', /4-chamber/);
  await expectSaved(page);
  await page.getByRole('link', { name: 'Cycle timing', exact: true }).click();
  await thumbnails(page).first().click();
  await expectPicture(page);
  await toFrame(page, from);
  await keys(page, 'd');
  await toFrame(page, systole);
  await keys(page, 's', 'f');
  await mode(page, 'Finished');

  await page.getByRole('link', { name: 'Segmentation', exact: true }).click();
  const filename = await chooseTraced(page, /4-cham/);
  await mode(page, 'Tracing LV endo');
  await trace(page, endoOn(from));
  await keys(page, 'f');
  await mode(page, 'Thickness of LV epi');
  await keys(page, 'f');

  // To end systole.
  const tracking = page.getByRole('region', { name: 'Tracking' });
  await keys(page, 'v');
  await expect(tracking).toContainText('Offered at 1 event', FOLLOWED);
  await look(page, 'tracking-video', [canvas(page), tracking]);
  await keys(page, 'y', 'y');
  await expectSaved(page);
  const [cycle] = (await recordOf(page, filename)).segmentation;
  const offered = cycle?.end_systole?.lines.find(({ name }) => name === 'LV endo')?.points ?? [];
  expect(offered[1]).toMatchObject({ origin: 'proposed', method: 'speckle-tracking', method_version: '6' });
  const atSystole =
    mmPerPx *
    meanDistance(
      offered.map(({ x, y }): Pixel => [x, y]),
      endoOn(systole),
    );
  expect(atSystole).toBeLessThan(MAX_CONTOUR_MM);

  // Through every frame: cancelled it leaves nothing.
  const whole = page.getByRole('region', { name: 'Whole cycle' });
  await followAfterCancel(page, whole, FOLLOWED.timeout);
  await keys(page, 'y');
  await expect(whole).not.toContainText('not accepted');
  await expectSaved(page);
  await look(page, 'whole-cycle-video', [canvas(page), whole]);
  const curves = page.getByRole('region', { name: 'Curves' });
  await expect(curves.getByRole('slider', { name: 'Frame on the curve' })).toHaveAttribute('aria-valuetext', /LV endo \d+\.\d ml/);

  // Corrected on a frame, and followed again.
  const accepted = (await recordOf(page, filename)).segmentation[0]?.sequence;
  await whole.getByRole('button', { name: new RegExp(`^ED frame ${from}\\b`) }).click();
  await keys(page, '.', '.', '.', 'n', 'Shift+ArrowRight');
  await expect(whole).toContainText('outdated');
  await keys(page, 'v');
  await expect(whole).toContainText('not accepted', FOLLOWED);
  await keys(page, 'y');
  await expect(whole).not.toContainText('not accepted');
  await expectSaved(page);
  const corrected = (await recordOf(page, filename)).segmentation[0];
  expect(corrected?.sequence?.lines_sha256).not.toBe(accepted?.lines_sha256);
  expect(corrected?.corrected?.[0]?.frame_number).toBe(from + 3);

  // Before the correction the lines are on the true wall on every frame.
  const found = await linesOf(page, accepted?.lines_sha256 ?? '');
  const frames = found?.lines.find(({ name }) => name === 'LV endo')?.frames ?? [];
  const off = frames.map(({ frame_number, points }) => mmPerPx * meanDistance(points, endoOn(frame_number)));
  expect(off.length).toBeGreaterThan(systole - from);
  expect(Math.max(...off)).toBeLessThan(MAX_CONTOUR_MM);
});
