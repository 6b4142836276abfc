/** Data scientists export: the form, the first rows, the file, what was made before, and the ways it can end. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';
import { csvRows, unzipped } from '../../server/test/exported.ts';
import { enter, openStudy, signIn, takeRole } from './support/steps.ts';

const open = async (page: Page, project: string): Promise<void> => {
  await signIn(page, 'data@demo');
  await takeRole(page, 'Data scientist', /\/export/);
  await page.getByRole('tab', { name: project, exact: true }).click();
  await expect(page.getByRole('tab', { name: project, exact: true })).toHaveAttribute('aria-selected', 'true');
};
const create = (page: Page) => page.getByRole('button', { name: 'Create export' });
const earlier = (page: Page) => page.getByTestId('earlier-export');
const option = (page: Page, name: string) => page.getByRole('switch', { name: new RegExp(`^${name}`) });
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

test('the form opens with its defaults, and refuses an editor without a valid e-mail in the words of the specification', async ({
  page,
}) => {
  await open(page, 'Demo adult');
  await expect(page.getByRole('heading', { name: 'Export', exact: true })).toBeAttached();
  await expect(group(page, 'Export').getByRole('button', { name: 'Segmentations' })).toHaveAttribute('aria-pressed', 'true');
  await expect(group(page, 'Data').getByRole('button', { name: 'Analysis' })).toHaveAttribute('aria-pressed', 'true');
  for (const name of ['Normal measurements', 'Caliper measurements', 'All files']) await expect(option(page, name)).toBeChecked();
  for (const name of ['View header row', 'Single file', 'Images']) await expect(option(page, name)).not.toBeChecked();
  await expect(page.getByText('No export of this project yet.')).toBeVisible();

  await page.getByRole('textbox', { name: 'Editor' }).fill('editor1');
  const fault =
    "Incorrect editor: Please write a user e-mail to export his/her analysis or leave the field empty to export all users' analysis";
  await expect(page.getByText(fault)).toBeVisible();
  await expect(create(page)).toBeDisabled();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('log', { name: 'Messages' }).getByText(fault)).toBeVisible();
  await page.getByRole('button', { name: 'Defaults' }).click();
  await expect(page.getByText(fault).first()).toBeHidden();
  await expect(create(page)).toBeEnabled();

  await page.getByRole('button', { name: 'Back to user page' }).click();
  await page.waitForURL(/\/user-page\?stay=true/);
});

test('measurements: the first rows, progress, a file named as its object, and the list of what it contained', async ({ page }) => {
  await open(page, 'Demo cycles adult');
  await group(page, 'Export').getByRole('button', { name: 'Measurements' }).click();
  const rows = page.getByTestId('preview-row');
  await expect(rows.first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'First rows' })).toContainText(/cm|mL|ms|%/);
  // Content that the formats cannot hold is shown before the export is made.
  await group(page, 'Export').getByRole('button', { name: 'Segmentations' }).click();
  await page.getByRole('checkbox', { name: 'EchoNet-Dynamic' }).check();
  await expect(page.getByRole('region', { name: 'Left out' })).toContainText('EchoNet-Dynamic holds only apical four-chamber clips');
  await page.screenshot({ path: 'build/screens/export-left-out.png' });
  await page.getByRole('checkbox', { name: 'DICOM SEG' }).check();
  await page.getByRole('checkbox', { name: 'BIDS-like' }).check();
  await expect(page.getByRole('region', { name: 'Left out' })).toContainText('the folder holds 2D clips');
  await group(page, 'Export').getByRole('button', { name: 'Measurements' }).click();
  await page.getByRole('checkbox', { name: 'FHIR R4' }).check();
  await page.getByRole('checkbox', { name: 'REDCap' }).check();
  await expect(page.getByRole('region', { name: 'In the archive' })).toContainText('report and observations with codes and units');
  // Measured a second time for it, the export takes twice as long.
  await page.getByRole('checkbox', { name: 'FHIR R4' }).uncheck();
  const waiting = page.waitForEvent('download');
  await create(page).click();
  await expect(page.getByText('Export in progress. An e-mail is sent to you when it is ready.')).toBeVisible();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^demo-cycles-adult_measurements_\d{8}-\d{4}_[0-9a-f]{8}\.zip$/);
  const bytes = await readFile(await download.path());
  // The signature of a ZIP archive, and its directory with the names of the files.
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  for (const name of [
    'measurements.csv',
    'measurements_by_image.csv',
    'measurements_by_study.csv',
    'README.md',
    'manifest.json',
    'redcap/import.csv',
  ])
    expect(bytes.includes(name)).toBe(true);
  await expect(earlier(page)).toHaveCount(1);
  await expect(earlier(page)).toContainText(/\d+ studies, \d+ images, \d+ values/);
  await expect(earlier(page)).toContainText('ready until');
  await earlier(page).getByRole('button', { name: 'Log' }).click();
  await expect(page.getByRole('list', { name: 'Log of the export' })).toContainText('differ from the stored value');

  // The file has the same values as the preview.
  await page.getByRole('heading', { name: 'New export' }).click();
  const again = page.waitForEvent('download');
  await page.keyboard.press('d');
  expect((await again).suggestedFilename()).toBe(download.suggestedFilename());
  await page.screenshot({ path: 'build/screens/export-in-the-archive.png' });
  await page.getByRole('checkbox', { name: 'REDCap' }).uncheck();
  await expect(page.getByRole('region', { name: 'In the archive' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Preview' })).toHaveAttribute('aria-busy', 'false');
  await look(page, 'export', [
    page.getByRole('button', { name: 'Back to user page' }),
    create(page),
    rows.first(),
    earlier(page).first(),
    page.getByRole('note'),
  ]);
});

test('reviews: the preview names which images are exported, and shows how certain each value is', async ({ page }) => {
  await open(page, 'Demo cycles adult');
  const preview = page.getByRole('region', { name: 'Preview' });
  await group(page, 'Data').getByRole('button', { name: 'Review' }).click();
  await expect(option(page, 'Validated images only')).toBeChecked();
  await expect(preview).toContainText('Only images that the reviewer validated.');
  await group(page, 'Export').getByRole('button', { name: 'Measurements' }).click();
  const cells = (column: string) => page.getByTestId('preview-row').locator(`[data-column=${column}]`);
  await expect(cells('review_state').first()).toHaveText('finished');
  await expect(preview).toContainText('Only images that the reviewer validated.');
  expect(new Set(await cells('validated').allTextContents())).toEqual(new Set(['yes']));
  expect(new Set(await cells('reviewer').allTextContents())).toEqual(new Set(['reviewer@demo']));
  await look(page, 'export-reviews', [create(page), cells('validated').first()]);
  await option(page, 'Validated images only').uncheck();
  await expect(preview).toContainText('Images with and without validation: see the column validated.');
  await group(page, 'Data').getByRole('button', { name: 'Analysis' }).click();
  await expect(cells('validated')).toHaveCount(0);
});

test('the printed report of a study has the values of its CSV', async ({ page, newBrowser }) => {
  await open(page, 'Demo cycles adult');
  await group(page, 'Export').getByRole('button', { name: 'Measurements' }).click();
  const waiting = page.waitForEvent('download');
  await create(page).click();
  const files = await unzipped(await (await waiting).path());
  const rows = csvRows(files.get('measurements.csv')!.toString('utf8')).filter(
    (row) => row['patient'] === 'C01' && row['blind'] === 'false' && row['reference'] === 'true' && row['aggregate_of'] !== '',
  );

  const viewer = await (await newBrowser()).newPage();
  await enter(viewer, 'viewer@demo', 'Viewer');
  await openStudy(viewer, 'Demo cycles adult', 'C01');
  await viewer.getByRole('link', { name: 'Report', exact: true }).click();
  await expect(viewer.getByTestId('report-value').first()).toBeVisible();
  await expect(viewer.getByText(/^Reading the files/)).toHaveCount(0);
  await viewer.emulateMedia({ media: 'print' });
  const printed = await viewer
    .getByTestId('print-sheet')
    .locator('tr[data-range]')
    .evaluateAll((lines) => lines.map((line) => [...line.querySelectorAll('th, td')].map((cell) => cell.firstChild?.textContent ?? '')));
  expect(printed.length).toBeGreaterThan(20);
  const key = (name: string, image: string) => `${name}, ${image}`;
  const exported = new Map(rows.map((row) => [key(row['measurement']!, `${row['image_type']}, ${row['view']}`), Number(row['value'])]));
  expect(exported.size).toBe(rows.length);
  for (const cells of printed) {
    const [name = '', value = ''] = cells;
    const [image = ''] = (cells.at(-1) ?? '').split(' and ');
    // Printed values have two decimals.
    expect(Math.abs(Number(value) - (exported.get(key(name, image)) ?? Number.NaN)), key(name, image)).toBeLessThanOrEqual(0.005001);
  }
});

test('segmentations: an export that waits is cancelled, and made again', async ({ page }) => {
  await open(page, 'Demo fetal');
  await option(page, 'Images').check();
  await create(page).click();
  await create(page).click();
  await expect(page.getByTestId('under-way').first()).toBeVisible();
  await expect(create(page)).toBeDisabled();
  await page.getByRole('region', { name: 'Export under way' }).getByRole('button', { name: 'Cancel' }).first().click();
  const cancelled = earlier(page).filter({ hasText: 'cancelled' });
  await expect(cancelled).toHaveCount(1);
  await expect(earlier(page).filter({ hasText: 'ready until' })).toHaveCount(1);
  await cancelled.getByRole('button', { name: 'Run again' }).click();
  await expect(earlier(page).filter({ hasText: 'ready until' })).toHaveCount(2);
});

test('shows why an export ended with an error, why a preview is missing, and when nothing is chosen', async ({ page, faults }) => {
  faults.expect(/Failed to load resource: the server responded with a status of 409/);
  await page.route('**/api/exports/list', async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { exports: Record<string, unknown>[] };
    const failed = list.exports.map((record) => ({
      ...record,
      status: 'error',
      failure: 'the disk of the server is full',
      output: null,
      contents: null,
    }));
    await route.fulfill({ response, json: { ...list, exports: failed } });
  });
  await open(page, 'Demo pediatric');
  await create(page).click();
  await expect(earlier(page).first()).toContainText('error: the disk of the server is full');
  await expect(earlier(page).first().getByRole('button', { name: 'Run again' })).toBeVisible();
  await expect(page.getByText('The export failed: the disk of the server is full')).toBeVisible();

  await group(page, 'Export').getByRole('button', { name: 'Measurements' }).click();
  await page.getByRole('textbox', { name: 'Editor' }).fill('nobody@demo');
  await expect(page.getByText('No study has work that matches these filters.')).toBeVisible();
  await page.route('**/api/exports/preview', (route) =>
    route.fulfill({ status: 409, json: { code: 'wrong-state', message: 'The preview took too long.' } }),
  );
  await page.getByRole('textbox', { name: 'Editor' }).fill('');
  await expect(page.getByText('The preview took too long.')).toBeVisible();
});
