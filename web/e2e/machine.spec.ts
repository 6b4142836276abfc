/** A study gets the report of its machine: its values are next to ours, under Compare, and in the agreement of readers. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { ensureReaders, readersPython } from '../../scripts/lib/python.mjs';
import { uidOf } from '../../server/src/demo/plan/uid.ts';
import { importFolder } from './support/import-folder.ts';
import { look } from './support/look.ts';
import { REPOSITORY } from './support/repository.ts';
import { chooseProject, enter, openStudy, signIn } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const PROJECT = { id: 'demo-cycles-adult', name: 'Demo cycles adult', dataType: 'adult' } as const;
const PATIENT = 'PHANTOM-C01';
const DAY = '20261007';
/** As the reports of server/test/readers/write_sr.py have it. */
const MACHINE_EDV_ML = 120;
/** No image of the study: the value belongs to its only apical four-chamber view. */
const OTHER_IMAGE = '2.25.1';
/** Packages of the foreign readers take a while to install where they are not there. */
const READERS_MS = 600_000;

test.beforeAll(async () => {
  test.setTimeout(READERS_MS);
  await ensureReaders();
});

const card = (page: Page, name: string, image: string): Locator =>
  page
    .getByTestId('report-value')
    .filter({ has: page.getByText(name, { exact: true }) })
    .filter({ hasText: image });
const pick = async (page: Page, label: string, option: RegExp): Promise<void> => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
};

test('measurements of the machine are imported, shown next to ours, and compared', async ({ page, newBrowser }) => {
  test.slow();
  const folder = await mkdtemp(path.join(tmpdir(), 'journeys-machine-'));
  const script = path.join(REPOSITORY, 'server', 'test', 'readers', 'write_sr.py');
  const study = uidOf(`${PROJECT.id}/${PATIENT}/${DAY}`);
  execFileSync(readersPython(), ['-W', 'ignore', script, folder, PATIENT, study, DAY, OTHER_IMAGE]);
  const report = await importFolder(folder, PROJECT);
  await rm(folder, { recursive: true });
  expect(report.skipped).toEqual([]);
  expect(report.measurements).toHaveLength(5);
  for (const { reason } of report.measurements) expect(reason).not.toContain('they are shown once');

  await enter(page, 'editor@demo');
  await openStudy(page, PROJECT.name, 'C01');
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  const volume = card(page, 'LV EDV', '4-chamber 2D');
  await expect(page.getByText(/^Reading the files/)).toHaveCount(0);
  await expect(volume.getByTestId('machine-value')).toContainText('120.00 ml');
  const ours = Number(await volume.locator('strong').textContent());
  await expect(volume.getByTestId('machine-value')).toContainText((MACHINE_EDV_ML - ours).toFixed(2).replace('-', '−'));
  const alone = page.getByTestId('machine-alone');
  await expect(alone.filter({ hasText: 'LVX-1' })).toContainText('No measurement of this project has this code');
  await look(page, 'report-machine', [page.getByRole('banner').first(), page.getByRole('note')]);

  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Machine', exact: true }).click();
  const compared = page
    .getByTestId('compared')
    .filter({ has: page.getByRole('rowheader', { name: 'LV EDV', exact: true }) })
    .filter({ hasText: '4-chamber 2D' });
  await expect(compared).toContainText(String(MACHINE_EDV_ML));

  const other = await (await newBrowser()).newPage();
  await signIn(other, 'reviewer@demo');
  await other.waitForURL(/\/review/);
  await chooseProject(other, PROJECT.name);
  await other.getByRole('link', { name: 'Project statistics' }).click();
  await other.getByRole('button', { name: 'Update now' }).click();
  await expect(other.getByRole('region', { name: 'DATA STATISTICS', exact: true })).toBeVisible();
  await other.keyboard.press('3');
  const agreement = other.getByRole('region', { name: 'AGREEMENT', exact: true });
  await pick(other, 'First reader', /^editor ·/);
  await pick(other, 'Second reader', /^Machine ·/);
  await expect(agreement.getByText(/images? of 1 study by both/)).toBeVisible();
});
