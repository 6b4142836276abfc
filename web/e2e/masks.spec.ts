/** Text in pictures is blacked out by a mask that an Admin draws and approves; types and codes of studies are set by hand. */
import { mkdtempSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { NOISE, writeNoise } from './support/known-pixels.ts';
import { look } from './support/look.ts';
import { signIn, takeRole } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const INCOMING = mkdtempSync(path.join(tmpdir(), 'journeys-masks-'));
const PROJECT = 'Demo pediatric';

test.use({ serverSettings: { config: { import_folders: [{ name: 'Echo lab', path: INCOMING }] }, env: {} } });

async function administer(page: Page): Promise<void> {
  await signIn(page, 'admin@demo');
  await takeRole(page, 'Admin', /\/administration/);
  await page.goto('/administration/projects');
  await page.getByRole('button', { name: new RegExp(`^${PROJECT}`) }).click();
}

async function importFolder(page: Page): Promise<void> {
  await page.goto('/administration/imports');
  const choose = async (label: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Folder of the server', 'Echo lab');
  await page.getByRole('button', { name: 'masked', exact: true }).click();
  await choose('Into project', PROJECT);
  await page.getByRole('checkbox', { name: 'This is the demo workspace: import into it anyway' }).check();
  await page.getByRole('button', { name: 'Start import' }).click();
}
const report = (page: Page) => page.getByTestId('import-report');

test('a device waits until its mask is drawn and approved, and its files are imported black outside of it', async ({ page }) => {
  await mkdir(path.join(INCOMING, 'masked'), { recursive: true });
  await writeNoise(path.join(INCOMING, 'masked'), 'MASKED');
  await administer(page);
  await page.getByRole('button', { name: /^Black-out/ }).click();
  await page.getByRole('switch', { name: 'Black out text in imported pictures' }).check();
  await expect(page.getByRole('button', { name: /^Black-out/ })).toContainText('on');
  const save = page.getByRole('button', { name: /^Save as version/ });
  await save.click();
  await expect(save).toBeHidden();

  await importFolder(page);
  await expect(report(page)).toContainText('1 file waits until the mask of the device is approved');
  const masks = page.getByRole('region', { name: 'Masks' });
  await expect(page.getByTestId('import-under-way')).toContainText('Waiting for a mask');
  await expect(masks).toContainText('1 of 1 devices wait for approval');
  await masks.getByRole('button', { name: 'Echometry' }).click();
  const picture = masks.getByRole('img', { name: /^A frame of/ });
  await expect(picture.locator('image')).toBeAttached();
  await masks.getByRole('button', { name: 'Show', exact: true }).click();
  const box = (await picture.boundingBox())!;
  const at = (x: number, y: number): [number, number] => [box.x + (x / NOISE.columns) * box.width, box.y + (y / NOISE.rows) * box.height];
  await page.mouse.move(...at(100, 60));
  await page.mouse.down();
  await page.mouse.move(...at(220, 180), { steps: 4 });
  await page.mouse.up();
  const drawn = masks.getByRole('group', { name: 'Show 1' });
  await drawn.getByLabel('Left').fill('96');
  await look(page, 'imports-mask', [masks.getByRole('button', { name: 'Approve the mask' })]);
  await masks.getByRole('button', { name: 'As it is in the file' }).click();
  await masks.getByRole('button', { name: 'Approve the mask' }).click();
  await expect(masks.getByTestId('device-mask')).toContainText('approved');

  // The waiting file is imported automatically.
  const continued = page.getByTestId('earlier-import').filter({ hasText: 'Folder Echo lab, held files' });
  await expect(continued).toHaveAttribute('data-state', 'finished');
  await continued.getByRole('button', { name: 'Report' }).click();
  await expect(report(page)).toContainText('Text was blacked out in 1 image, every frame verified.');
});

test('an Admin sets type and code of studies', async ({ page }) => {
  await administer(page);
  await page.getByRole('button', { name: /^Types and codes/ }).click();
  const panel = page.getByRole('complementary', { name: 'Types and codes of studies' });
  const studies = panel.getByTestId('typed-study');
  await expect(studies.first()).toBeAttached();
  const [first, second] = [panel.getByRole('checkbox').nth(1), panel.getByRole('checkbox').nth(2)];
  await first.check();
  await panel.getByLabel('Type', { exact: true }).fill('Scan 1');
  await panel.getByLabel('Code').fill('FA-100');
  await look(page, 'study-types', [panel.getByRole('button', { name: 'Set for 1 study' })]);
  await panel.getByRole('button', { name: 'Set for 1 study' }).click();
  await expect(panel.getByText('Type Scan 1, code FA-100')).toBeVisible();
  await second.check();
  await expect(panel.getByLabel('Code')).toBeDisabled();
  await panel.getByLabel('Type', { exact: true }).fill('Enrollment');
  await panel.getByRole('button', { name: 'Set for 2 studies' }).click();
  await expect(panel.getByText('Type Enrollment, code FA-100')).toBeVisible();
  await expect(panel.getByText('Type Enrollment', { exact: false })).toHaveCount(2);
});
