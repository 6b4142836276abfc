/** The same journey on real files: imported into the running demo, opened, shown, labelled. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { importFolder, selectionAddress } from './support/import-folder.ts';
import { SHARED } from './support/repository.ts';
import { expect, test } from './support/test.ts';
import { canvas, enter, expectPicture, expectSaved, label, thumbnails } from './support/steps.ts';

const FOLDER = path.join(SHARED, 'real-dicom', 'us');
const MANIFEST = path.join(SHARED, 'real-dicom', 'manifest.json');
const absent = !existsSync(SHARED);
if (absent) console.warn(`SKIPPED: the journey on real files, because ${FOLDER} is absent`);

interface RealFile {
  file: string;
  set: string;
  transfer_syntax_uid: string;
}

/** Transfer syntaxes that this version decodes: uncompressed, RLE and JPEG baseline. */
const DECODED = new Set([
  '1.2.840.10008.1.2',
  '1.2.840.10008.1.2.1',
  '1.2.840.10008.1.2.2',
  '1.2.840.10008.1.2.5',
  '1.2.840.10008.1.2.4.50',
]);

/** Final state of the viewer: a drawn frame, or a message with the reason. */
async function outcome(page: Page): Promise<{ drawn: boolean; message: string }> {
  const problem = page
    .getByRole('alert')
    .filter({ hasText: /could not|No picture/ })
    .first();
  await expect(async () => {
    const frame = await canvas(page)
      .getAttribute('data-frame', { timeout: 1000 })
      .catch(() => null);
    expect((frame !== null && frame !== '') || (await problem.isVisible())).toBe(true);
  }).toPass({ timeout: 15_000 });
  const message = (await problem.isVisible()) ? ((await problem.textContent()) ?? '') : '';
  return { drawn: message === '', message };
}

test.describe('real ultrasound files', () => {
  test.skip(absent, 'the folder of real files is absent');
  test.setTimeout(180_000);

  test('every file is imported or skipped with a reason, every image shows or gives its reason', async ({ page }) => {
    const manifest = JSON.parse(await readFile(MANIFEST, 'utf8')) as { files: RealFile[] };
    const files = manifest.files.filter(({ set }) => set === 'us');
    for (const { file } of files) expect(existsSync(path.join(SHARED, 'real-dicom', file)), `${file} is there`).toBe(true);

    const report = await importFolder(FOLDER);
    expect(report.cancelled).toBe(false);
    // Two files of one instance make one image; where they differ, the second is a conflict.
    const { already_there: there, skipped, conflicts } = report;
    expect(report.imported + there + skipped.length + conflicts.length).toBe(files.length);
    for (const { file, reason } of report.skipped) expect(reason, file).not.toBe('');
    const again = await importFolder(FOLDER);
    expect({ imported: again.imported, there: again.already_there, conflicts: again.conflicts.length }).toEqual({
      imported: 0,
      there: report.imported + there,
      conflicts: conflicts.length,
    });

    await enter(page, 'editor@demo');
    let shown = 0;
    const messages: string[] = [];
    for (const study of report.studies) {
      await page.goto(selectionAddress(study));
      await expect(thumbnails(page).first()).toBeVisible();
      for (let image = 0; image < (await thumbnails(page).count()); image += 1) {
        await thumbnails(page).nth(image).click();
        await expect(thumbnails(page).nth(image)).toHaveAttribute('aria-pressed', 'true');
        const { drawn, message } = await outcome(page);
        if (drawn) shown += 1;
        else messages.push(message);
      }
    }
    console.log(`    ${shown} images drawn, ${messages.length} with a message: ${[...new Set(messages)].join(' | ')}`);
    expect(shown + messages.length).toBe(report.imported);
    const decodable = files.filter(
      ({ file, transfer_syntax_uid }) => DECODED.has(transfer_syntax_uid) && !report.skipped.some((skipped) => file.endsWith(skipped.file)),
    );
    expect(shown).toBeGreaterThanOrEqual(decodable.length - there - conflicts.length);

    // The job itself, on the first of them.
    await page.goto(selectionAddress(report.studies[0] ?? ''));
    await thumbnails(page).first().click();
    await label(page, 'View', 'A4C');
    await label(page, '2D type', '4-chamber 2D');
    await expectSaved(page);
    await page.reload();
    await expectPicture(page);
    await expect(thumbnails(page).first()).toHaveAccessibleName(/A4C · 4-chamber 2D/);
  });
});
