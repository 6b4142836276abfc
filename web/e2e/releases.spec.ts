/** Releases: a version is made, downloaded and run again; a second one lists its differences. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { unzipped } from '../../server/test/exported.ts';
import { look } from './support/look.ts';
import { signIn, takeRole } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const PROJECT = 'Demo cycles adult';
const MAKING_MS = 120_000;

const release = (page: Page) => page.getByTestId('release');
const make = (page: Page) => page.getByRole('button', { name: 'Make release' });

test('a release is made with the keyboard, runs again where it is unpacked, and its next version lists the differences', async ({
  page,
}) => {
  test.setTimeout(4 * MAKING_MS);
  await signIn(page, 'data@demo');
  await takeRole(page, 'Data scientist', /\/export/);
  await page.getByRole('tab', { name: PROJECT, exact: true }).click();
  await page.getByRole('group', { name: 'Kind of archive' }).getByRole('button', { name: 'Releases' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('No release of this project yet.')).toBeVisible();
  await expect(make(page)).toBeDisabled();
  await expect(page.getByTestId('release-counts')).toContainText('Give the release a name');

  await page.getByRole('textbox', { name: 'Name' }).fill('ventricles');
  await page.getByRole('textbox', { name: 'Publisher' }).fill('Example Hospital');
  await expect(page.getByTestId('release-counts')).toContainText(/^Version 1 · \d+ stud(y|ies) · \d+ works?/);
  await page.getByRole('textbox', { name: 'Publisher' }).press('Control+Enter');
  await expect(page.getByTestId('release-under-way')).toBeVisible();
  await expect(release(page)).toHaveCount(1, { timeout: MAKING_MS });
  await expect(release(page)).toContainText('CC-BY-4.0');
  await expect(release(page)).toContainText('first version');

  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download: ventricles, version 1' }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('demo-cycles-adult_ventricles_v1.zip');
  const folder = await mkdtemp(path.join(tmpdir(), 'release-'));
  for (const [name, bytes] of await unzipped(await download.path())) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), bytes);
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['recompute.mjs'], { cwd: folder, env: {} });
  expect(stdout).toMatch(/\n(\d+) of \1 values equal, bit for bit\n$/);

  expect(await page.evaluate(() => [...document.querySelectorAll('main *')].filter((one) => one.scrollLeft > 0).length)).toBe(0);
  // Another selection under the same name is the next version.
  await page.getByRole('switch', { name: /^All files/ }).uncheck();
  await expect(page.getByTestId('release-counts')).toContainText(/^Version 2 /);
  await make(page).click();
  await expect(release(page)).toHaveCount(2, { timeout: MAKING_MS });
  await page.getByRole('button', { name: 'Details: ventricles, version 2' }).click();
  await expect(page.getByRole('region', { name: 'Differences to version 1' })).toBeVisible();
  await look(page, 'releases', [
    page.getByRole('group', { name: 'Kind of archive' }),
    make(page),
    release(page).first(),
    page.getByRole('region', { name: 'Differences to version 1' }),
  ]);
});

test('a release under way is cancelled, and stays in the list as not made', async ({ page }) => {
  await signIn(page, 'data@demo');
  await takeRole(page, 'Data scientist', /\/export/);
  await page.getByRole('tab', { name: 'Demo fetal', exact: true }).click();
  await page.getByRole('button', { name: 'Releases', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('to-cancel');
  await page.getByRole('textbox', { name: 'Publisher' }).fill('Example Hospital');
  // Studies of a further project are counted too.
  const counts = page.getByTestId('release-counts');
  const studies = async (): Promise<number> => Number(/(\d+) stud/.exec(await counts.innerText())?.[1] ?? 0);
  await expect.poll(studies).toBeGreaterThan(0);
  const ofOne = await studies();
  await page.getByRole('combobox', { name: 'Further projects' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect.poll(studies).toBeGreaterThan(ofOne);
  await look(page, 'release-further-projects', [counts]);
  await make(page).click();
  await page.getByTestId('release-under-way').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('region', { name: 'Not made' })).toContainText('cancelled');
  await expect(release(page)).toHaveCount(0);
});
