/** The numbers of the report equal the exported table, on every value of a whole demo study. */
import type { Page } from '@playwright/test';
import { tableOf, textInArchive } from './support/archive.ts';
import { enter, openStudy, signIn, takeRole } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const PROJECT = 'Demo cycles adult';
const PATIENT = 'C01';
/** The report has fewer digits than the table: half a unit of the last one. */
const toleranceOf = (shown: string): number => 0.5 * 10 ** -(shown.split('.')[1]?.length ?? 0) + 1e-9;

interface Shown {
  key: string;
  mean: string;
  cycles: string[];
}

/** Cards with a value, by the image and name of each. */
const shownOn = (page: Page): Promise<Shown[]> =>
  page.getByTestId('report-value').evaluateAll((cards) =>
    cards
      .map((card) => ({
        key: card.dataset['value'] ?? '',
        mean: card.querySelector('strong')?.textContent ?? '',
        cycles: [...card.querySelectorAll('[data-testid="report-cycle"]')].map(({ textContent }) => textContent ?? ''),
      }))
      .filter(({ mean }) => /\d/.test(mean)),
  );

async function exportedRows(page: Page): Promise<Record<string, string>[]> {
  await signIn(page, 'data@demo');
  await takeRole(page, 'Data scientist', /\/export/);
  await page.getByRole('tab', { name: PROJECT, exact: true }).click();
  await page.getByRole('group', { name: 'Export', exact: true }).getByRole('button', { name: 'Measurements' }).click();
  await page.getByRole('textbox', { name: 'Editor' }).fill('editor@demo');
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Create export' }).click();
  const rows = tableOf(await textInArchive(await (await waiting).path(), 'measurements.csv'));
  return rows.filter((row) => row['patient'] === PATIENT && row['blind'] === 'false' && row['class'] !== 'caliper' && row['value'] !== '');
}

test('every value of the report, its mean and its cycles, is in the exported table, and no other is', async ({ page, newBrowser }) => {
  const rows = await exportedRows(await (await newBrowser()).newPage());
  await enter(page, 'editor@demo');
  await openStudy(page, PROJECT, PATIENT);
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  const shown = new Map<string, Shown>();
  for (const side of await page.getByRole('group', { name: 'Side' }).getByRole('button').all()) {
    await side.click();
    await expect(page.getByText(/^Reading the files/)).toHaveCount(0);
    await expect(page.getByTestId('report-value').first()).toBeVisible();
    for (const value of await shownOn(page)) shown.set(value.key, value);
  }
  const keyOf = (row: Record<string, string>): string => `${row['instance_id']} ${row['measurement']}`;
  const means = rows.filter((row) => row['cycle'] === '');
  expect([...shown.keys()].sort()).toEqual(means.map(keyOf).sort());
  expect(means.length).toBeGreaterThan(20);
  for (const row of rows) {
    const value = shown.get(keyOf(row));
    // The only cycle of a value is its mean.
    const text = row['cycle'] === '' || value?.cycles.length === 0 ? value?.mean : value?.cycles[Number(row['cycle']) - 1];
    expect(Math.abs(Number(text) - Number(row['value'])), `${keyOf(row)}, cycle ${row['cycle']}: ${text}`).toBeLessThanOrEqual(
      toleranceOf(text ?? ''),
    );
  }
});
