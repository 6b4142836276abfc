/** Administrators import: from a folder of the server, by upload that is paused and continues after a reload, and from a PACS. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { ensureReaders, readersPython } from '../../scripts/lib/python.mjs';
import { dicomFile, type Element } from '../../server/test/dicom-file.ts';
import { selectionAddress } from './support/import-folder.ts';
import { writeNoise } from './support/known-pixels.ts';
import { look } from './support/look.ts';
import { NO_ORTHANC, ORTHANC, withOrthanc } from './support/orthanc.ts';
import { REPOSITORY, workspaceFolder } from './support/repository.ts';
import { canvas, enter, expectPicture, signIn, takeRole } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const INCOMING = mkdtempSync(path.join(tmpdir(), 'journeys-incoming-'));
/** A study in a report: its patient's number and its day. */
const STUDY = /^\d+_\d{8}$/;
const RUN = randomUUID().slice(0, 8).toUpperCase();

const { config, env } = withOrthanc();
test.use({ serverSettings: { config: { import_folders: [{ name: 'Echo lab', path: INCOMING }], ...config }, env } });

const open = async (page: Page): Promise<void> => {
  await signIn(page, 'admin@demo');
  await takeRole(page, 'Admin', /\/administration/);
  await page.goto('/administration/imports');
  await expect(page.getByRole('heading', { name: 'Imports', exact: true })).toBeAttached();
};
const from = (page: Page, name: string) => page.getByRole('group', { name: 'From' }).getByRole('button', { name, exact: true }).click();
const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const prepare = async (page: Page): Promise<void> => {
  await choose(page, 'Into project', 'Demo pediatric');
  await page.getByRole('checkbox', { name: 'This is the demo workspace: import into it anyway' }).check();
};
const start = (page: Page) => page.getByRole('button', { name: 'Start import' });
const report = (page: Page) => page.getByTestId('import-report');

test('a folder of the server is chosen, imported, and its report filtered and saved', async ({ page }) => {
  for (const name of ['first visit', 'second visit']) {
    await mkdir(path.join(INCOMING, 'March', name), { recursive: true });
    await writeNoise(path.join(INCOMING, 'March', name), `FOLDER-${name.toUpperCase()}-${RUN}`);
  }
  await writeFile(path.join(INCOMING, 'March', 'notes.txt'), 'no image');
  await writeFile(
    path.join(INCOMING, 'mapping.csv'),
    `patient_id,code,study_type\nJOURNEY-FOLDER-FIRST VISIT-${RUN},FA-017,Scan 1\nNOBODY,FA-018,\n`,
  );
  await open(page);
  await expect(page.getByText('No import yet.')).toBeVisible();
  await expect(start(page)).toBeDisabled();
  await choose(page, 'Folder of the server', 'Echo lab');
  await page.getByRole('button', { name: 'March', exact: true }).click();
  await expect(page.getByText('Everything below is imported; 1 file directly here.')).toBeVisible();
  await page.getByLabel('Mapping file').setInputFiles(path.join(INCOMING, 'mapping.csv'));
  await expect(page.getByText('mapping.csv: 2 rows')).toBeVisible();
  await prepare(page);
  await look(page, 'imports-folder', [start(page), page.getByRole('heading', { name: 'Earlier imports' })]);
  await start(page).click();
  await expect(report(page)).toBeVisible();
  await expect(report(page)).toContainText('1 row of the mapping without a study: 3');
  await expect(page.getByTestId('earlier-import')).toContainText('finished');
  await report(page)
    .getByRole('button', { name: /^skipped 1/ })
    .click();
  await expect(report(page).getByRole('row')).toHaveCount(2);
  await expect(report(page)).toContainText('notes.txt');
  await report(page)
    .getByRole('button', { name: /^All 3/ })
    .click();
  await expect(report(page).getByRole('row')).toHaveCount(4);
  await look(page, 'imports-report', [start(page), report(page).getByRole('heading', { name: /^Report/ })]);
  const saved = page.waitForEvent('download');
  await report(page).getByRole('button', { name: 'CSV' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^import_demo-pediatric_\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines.filter((line) => line.includes('"imported"'))).toHaveLength(2);
  const studies = await report(page).getByRole('cell', { name: STUDY }).allInnerTexts();
  expect(studies).toHaveLength(2);
  // Imported again, they are there already, in the same studies.
  await start(page).click();
  await report(page)
    .getByRole('button', { name: /^there already 2/ })
    .click();
  await expect(report(page).getByRole('row')).toHaveCount(3);
  await expect(report(page).getByRole('cell', { name: STUDY })).toHaveText(studies);
  await look(page, 'imports-report-again', [start(page), report(page).getByRole('heading', { name: /^Report/ })]);
});

test('an upload is paused, continues after a reload of the page, and leaves no original', async ({ page, faults }) => {
  faults.expect(/put_chunk/);
  const folder = path.join(INCOMING, 'upload');
  for (let n = 0; n < 6; n += 1) {
    await mkdir(path.join(folder, String(n)), { recursive: true });
    await writeNoise(path.join(folder, String(n)), `UPLOAD-${n}-${RUN}`);
  }
  await open(page);
  await from(page, 'Upload');
  // The third piece is held back, so that the upload is in its middle.
  let pieces = 0;
  const put = '**/imports/put_chunk/**';
  await page.route(put, async (route) => {
    pieces += 1;
    if (pieces < 3) await route.continue();
    else await route.abort('connectionfailed').catch(() => undefined);
  });
  let stored = 0;
  page.on('response', (response) => {
    if (response.url().includes('/imports/put_chunk/')) stored += 1;
  });
  await page.getByLabel('Folder', { exact: true }).setInputFiles(folder);
  await expect(page.getByText('6 files,')).toBeVisible();
  await expect.poll(() => stored).toBe(2);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await look(page, 'imports-upload', [start(page)]);
  await page.unroute(put);
  await page.reload();
  await from(page, 'Upload');
  const sent: number[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/imports/put_chunk/')) sent.push(1);
  });
  await page.getByLabel('Folder', { exact: true }).setInputFiles(folder);
  await expect(page.getByText('Uploaded', { exact: true })).toBeVisible();
  // Two of the six were there already.
  expect(sent.length).toBeLessThanOrEqual(4);
  await prepare(page);
  await start(page).click();
  await expect(report(page)).toContainText('imported 6');
  await expect.poll(() => readdir(path.join(workspaceFolder(), 'uploads'))).toEqual([]);
});

test('a PACS is searched, studies are chosen and imported', async ({ page }) => {
  test.skip(ORTHANC === null, NO_ORTHANC);
  const folder = path.join(INCOMING, 'pacs');
  await mkdir(folder, { recursive: true });
  await writeNoise(folder, `PACS-${RUN}`);
  const [name = ''] = await readdir(folder);
  const boundary = randomUUID();
  const stored = await fetch(`${ORTHANC!.address}/studies`, {
    method: 'POST',
    headers: {
      authorization: ORTHANC!.authorization,
      'content-type': `multipart/related; type="application/dicom"; boundary=${boundary}`,
    },
    body: Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Type: application/dicom\r\n\r\n`),
      await readFile(path.join(folder, name)),
      Buffer.from(`\r\n--${boundary}--`),
    ]),
  });
  expect(stored.status).toBe(200);
  await open(page);
  await from(page, 'PACS');
  await choose(page, 'PACS', 'archive');
  const search = page.getByRole('button', { name: 'Search', exact: true });
  await expect(search).toBeDisabled();
  await page.getByRole('textbox', { name: 'Patient ID' }).fill(`NOBODY-${RUN}`);
  await search.click();
  await expect(page.getByText('The PACS has no such study.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Patient ID' }).fill(`JOURNEY-PACS-${RUN}`);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('pacs-study')).toHaveCount(1);
  await expect(page.getByTestId('pacs-study')).toContainText(`PACS-${RUN}`);
  await page.getByRole('checkbox', { name: 'All studies' }).check();
  await look(page, 'imports-pacs', [start(page), page.getByTestId('pacs-study')]);
  await prepare(page);
  await start(page).click();
  await expect(report(page)).toContainText('imported 1');
});

/** Packages of the foreign readers take a while to install where they are not there. */
const READERS_MS = 600_000;

/** A clip of a second that begins 5 s after the ECG, in time with it. */
const CLOCK = '1.2.9.77';
const FRAME_MS = 20;
const text = (tag: [number, number], vr: string, value: string): Element => ({ tag, vr, value });
const synchronizedClip = (patientId: string, studyUid: string, date: string): Uint8Array =>
  dicomFile({
    patientId,
    studyUid,
    uid: '1.2.3.1',
    date,
    rows: 240,
    columns: 320,
    frames: 51,
    replaced: [text([0x8, 0x16], 'UI', '1.2.840.10008.5.1.4.1.1.3.1')],
    extra: [
      text([0x8, 0x2a], 'DT', `${date}090005.5`),
      text([0x18, 0x1063], 'DS', String(FRAME_MS)),
      text([0x18, 0x1800], 'CS', 'Y'),
      text([0x20, 0x200], 'UI', CLOCK),
    ],
  });

test('a separate ECG file is attached to its clip, counted in the report, and drawn below the clip', async ({ page, newBrowser }) => {
  test.setTimeout(READERS_MS);
  await ensureReaders();
  const folder = path.join(INCOMING, 'with an ECG');
  await mkdir(folder, { recursive: true });
  const given = { patient: `ECG-${RUN}`, study: '1.2.9.1', date: '20260312' };
  await writeFile(path.join(folder, 'clip.dcm'), synchronizedClip(given.patient, given.study, given.date));
  const asked = { ...given, acquired: '20260312090000.5', clock: CLOCK, synchronized: 'Y', offset_ms: 0, rate: 500, seconds: 10 };
  const script = path.join(REPOSITORY, 'server', 'test', 'readers', 'write_ecg.py');
  execFileSync(readersPython(), ['-W', 'ignore', script, path.join(folder, 'ecg.dcm'), JSON.stringify(asked)]);
  await open(page);
  await choose(page, 'Folder of the server', 'Echo lab');
  await page.getByRole('button', { name: 'with an ECG', exact: true }).click();
  await prepare(page);
  await start(page).click();
  await expect(report(page)).toContainText('The ECG of 1 separate file was attached to clips.');
  await report(page)
    .getByRole('button', { name: /^ECG attached 1/ })
    .click();
  await expect(report(page)).toContainText('ECG of lead I, 500 Hz, 10.0 s: attached to 1 clip');
  await look(page, 'imports-ecg', [start(page), report(page).getByRole('heading', { name: /^Report/ })]);
  await report(page)
    .getByRole('button', { name: /^All 2/ })
    .click();
  const study = await report(page).getByRole('cell', { name: STUDY }).first().innerText();

  const other = await (await newBrowser()).newPage();
  await enter(other, 'editor@demo');
  await other.goto(selectionAddress(study));
  await expectPicture(other);
  const strip = other.getByRole('slider', { name: 'ECG, lead I' });
  await expect(strip).toBeVisible();
  // Sample n is n modulo 4000 less 2000, in steps of 0.0025 mV: the first frame is at sample 2500.
  await expect(other.getByTestId('ecg-reading')).toHaveText('0 ms · 1.25 mV');
  await strip.focus();
  await other.keyboard.press('ArrowRight');
  await other.keyboard.press('ArrowRight');
  // Twenty samples later.
  await expect(other.getByTestId('ecg-reading')).toHaveText('40 ms · 1.30 mV');
  await look(other, 'ecg-separate-file', [canvas(other), strip]);
});
