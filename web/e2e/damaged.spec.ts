/** Files that are not whole, and files that do not come: the page names the missing part and how to get it. */
import { mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importFolder, selectionAddress } from './support/import-folder.ts';
import { canvas, chooseImage, enter, expectPicture, SIGNED_FILES, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { EXPLICIT_LITTLE_ENDIAN, plain, writeStudy } from './support/wrapped.ts';

/** Pixels of one side of a frame, 8 bit. */
const SIDE = 64;
const FRAME_BYTES = SIDE * SIDE;
const DECLARED = 20;
/** The file ends in the middle of frame 11. */
const KEPT = 10.5;

const clipOf = (name: string) =>
  plain(
    { name, syntax: EXPLICIT_LITTLE_ENDIAN, rows: SIDE, columns: SIDE, elements: { NumberOfFrames: DECLARED, FrameTime: 40 } },
    Buffer.from(Array.from({ length: DECLARED * FRAME_BYTES }, (_, at) => (at % 200) + 20)),
  );

let folder = '';
let study = '';

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = await mkdtemp(path.join(tmpdir(), 'journey-damaged-'));
  await writeStudy(folder, 'JOURNEY-DAMAGED', [clipOf('whole'), clipOf('cut')]);
  const cut = path.join(folder, '01-cut.dcm');
  await truncate(cut, (await stat(cut)).size - (DECLARED - KEPT) * FRAME_BYTES);
  const report = await importFolder(folder);
  expect(report.skipped).toEqual([]);
  expect(report.imported).toBe(2);
  study = report.studies[0] ?? '';
});
test.afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('a clip that ends early is marked on tile, thumbnail and picture before its file is read', async ({ page, faults }) => {
  faults.expect(/Failed to load resource: net::ERR_FAILED/);
  const says = '11 of 20 frames';
  await enter(page, 'viewer@demo', 'Viewer');
  // No image file comes: the messages then were known before.
  let cut = true;
  await page.route(SIGNED_FILES, (route) => (cut && route.request().resourceType() !== 'image' ? route.abort() : route.continue()));
  await page.goto(selectionAddress(study).replace('/selection', '/preview'));
  await expect(thumbnails(page)).toHaveCount(2);
  await expect(thumbnails(page).nth(1)).toHaveAccessibleName(/11 of 20 frames/);
  await expect(thumbnails(page).nth(1).getByText(says, { exact: true })).toBeVisible();
  await expect(thumbnails(page).nth(0)).not.toHaveAccessibleName(/ of 20 frames/);

  await page.goto(selectionAddress(study));
  await expect(thumbnails(page).nth(1).getByText(says, { exact: true })).toBeVisible();
  await thumbnails(page).nth(1).click();
  const picture = page.getByRole('region', { name: 'Picture' });
  await expect(picture.getByText(says)).toBeVisible();
  await expect(thumbnails(page).nth(0)).not.toHaveAccessibleName(/ of 20 frames/);

  // The file that comes gives the same message.
  const again = picture.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  cut = false;
  await again.click();
  await expectPicture(page);
  await expect(picture.getByText(says)).toBeVisible();
});

test('a file that did not come is fetched again by the button over the picture', async ({ page, faults }) => {
  faults.expect(/Failed to load resource: net::ERR_FAILED/);
  await enter(page, 'viewer@demo', 'Viewer');
  let cut = true;
  await page.route(SIGNED_FILES, (route) => (cut && route.request().resourceType() !== 'image' ? route.abort() : route.continue()));
  await page.goto(selectionAddress(study));
  const failure = page.getByRole('alert').filter({ hasText: 'The file could not be read' });
  await expect(failure).toBeVisible();
  // As long as nothing comes it stays.
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(failure).toBeVisible();
  cut = false;
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expectPicture(page);
  await expect(failure).toHaveCount(0);
  await chooseImage(page, 2);
  await expect(canvas(page)).toHaveAttribute('data-frame', '1');
});
