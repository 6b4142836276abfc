/** The same journey on real files: imported into the running demo, opened, shown, labelled. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { REPOSITORY, SHARED, workspaceFolder } from './support/repository.ts';
import { expect, test } from './support/test.ts';
import { canvas, chooseProject, enter, expectPicture, expectSaved, label, rows, thumbnails } from './support/steps.ts';

const FOLDER = path.join(SHARED, 'real-dicom', 'us');
const MANIFEST = path.join(SHARED, 'real-dicom', 'manifest.json');
const absent = !existsSync(path.join(SHARED, 'real-dicom'));
if (absent) console.warn(`SKIPPED: the journey on real files, because ${FOLDER} is absent`);

interface Report { imported: number; already_there: number; skipped: { file: string; reason: string }[]; studies: string[]; cancelled: boolean }
interface RealFile { file: string; set: string; transfer_syntax_uid: string; bits_allocated?: number; has_pixel_data?: boolean }

/** Transfer syntaxes that this version decodes: uncompressed, RLE and JPEG baseline. */
const DECODED = new Set(['1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.2', '1.2.840.10008.1.2.5', '1.2.840.10008.1.2.4.50']);

const importFolder = async (): Promise<Report> => {
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(REPOSITORY, 'scripts', 'import.mjs'), FOLDER, '--project', 'demo-adult', '--into-demo', '--json'], {
    env: { ...process.env, ECHOMETRY_DATA: workspaceFolder() }, maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Report;
};

/** What the viewer ends with: a drawn frame, or a message that says why not. */
async function outcome(page: Page): Promise<{ drawn: boolean; message: string }> {
  const problem = page.getByRole('main').or(page.locator('body')).getByRole('alert').filter({ hasText: /could not|No picture/ }).first();
  await expect(async () => {
    const frame = await canvas(page).getAttribute('data-frame', { timeout: 1000 }).catch(() => null);
    expect((frame !== null && frame !== '') || (await problem.isVisible())).toBe(true);
  }).toPass({ timeout: 15_000 });
  const message = (await problem.isVisible()) ? ((await problem.textContent()) ?? '') : '';
  return { drawn: message === '', message };
}

test.describe('real ultrasound files', () => {
  test.skip(absent, 'the folder of real files is absent');
  test.setTimeout(180_000);

  test('every file is imported or skipped with a reason, every image shows or says why not', async ({ page }) => {
    const manifest = JSON.parse(await readFile(MANIFEST, 'utf8')) as { files: RealFile[] };
    const files = manifest.files.filter(({ set }) => set === 'us');
    for (const { file } of files) expect(existsSync(path.join(SHARED, 'real-dicom', file)), `${file} is there`).toBe(true);

    const report = await importFolder();
    expect(report.cancelled).toBe(false);
    expect(report.imported + report.skipped.length).toBe(files.length);
    for (const { file, reason } of report.skipped) expect(reason, file).not.toBe('');
    const again = await importFolder();
    expect({ imported: again.imported, there: again.already_there }).toEqual({ imported: 0, there: report.imported });

    await enter(page, 'editor@demo');
    await chooseProject(page, 'Demo adult');
    await page.getByRole('textbox', { name: 'Rows of a page' }).click();
    await page.getByRole('option', { name: '100' }).click();
    // The demo has five studies of its own.
    await expect(rows(page)).toHaveCount(5 + report.studies.length);

    const addresses: string[] = [];
    let shown = 0;
    const messages: string[] = [];
    for (let row = 0; row < 5 + report.studies.length; row += 1) {
      await rows(page).nth(row).click();
      await page.waitForURL(/\/(preview|selection)/);
      const address = new URL(page.url());
      if (!report.studies.includes(address.searchParams.get('study_id') ?? '')) {
        await page.goBack();
        await page.waitForURL(/\/studies/);
        await expect(rows(page).first()).toBeVisible();
        await page.getByRole('textbox', { name: 'Rows of a page' }).click();
        await page.getByRole('option', { name: '100' }).click();
        continue;
      }
      addresses.push(address.search);
      if (address.pathname === '/preview') await page.getByRole('button', { name: /^DONE/ }).click();
      await page.waitForURL(/\/selection/);
      await expect(thumbnails(page).first()).toBeVisible();
      for (let image = 0; image < (await thumbnails(page).count()); image += 1) {
        await thumbnails(page).nth(image).click();
        await expect(thumbnails(page).nth(image)).toHaveAttribute('aria-pressed', 'true');
        const { drawn, message } = await outcome(page);
        if (drawn) shown += 1;
        else messages.push(message);
      }
      await page.goBack();
      await page.waitForURL(/\/studies/);
    }
    console.log(`    ${shown} images drawn, ${messages.length} with a message: ${[...new Set(messages)].join(' | ')}`);
    expect(shown + messages.length).toBe(report.imported);
    const decodable = files.filter(({ file, transfer_syntax_uid }) => DECODED.has(transfer_syntax_uid) && !report.skipped.some((skipped) => file.endsWith(skipped.file)));
    expect(shown).toBeGreaterThanOrEqual(decodable.length);

    // The job itself, on the first of them.
    await page.goto(`/selection${addresses[0]}`);
    await thumbnails(page).first().click();
    await label(page, 'View', 'A4C');
    await label(page, '2D type', '4-chamber 2D');
    await expectSaved(page);
    await page.reload();
    await expectPicture(page);
    await expect(thumbnails(page).first()).toHaveAccessibleName(/A4C · 4-chamber 2D/);
  });
});
