/** The measurement report: what is measured, in which range, from which points, and what it waits for. */
import type { Locator, Page } from '@playwright/test';
import { look } from './support/look.ts';
import { chooseProject, enter, expectPicture, openStudy, rowOf } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const card = (page: Page, name: string): Locator => page.getByTestId('report-value').filter({ has: page.getByText(name, { exact: true }) });
const openReport = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await expect(page.getByTestId('report')).toBeVisible();
};

test('an adult study: summary, complete with sides, types and anatomies, explanation and the way to the points', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo cycles adult', 'C01');
  await openReport(page);
  await expect(card(page, 'EF').first()).toBeVisible();
  await expect(page.getByText(/^Reading the files/)).toHaveCount(0);
  await look(page, 'report-summary', []);
  await page.getByRole('button', { name: 'Complete' }).click();
  await look(page, 'report-complete', []);
  await card(page, 'EF').first().click();
  await expect(page.getByTestId('explained')).toContainText('Versions');
  await look(page, 'report-explained', []);
  await page.emulateMedia({ media: 'print' });
  await page.screenshot({ path: 'build/screens/report-print.png', fullPage: true });
  await page.pdf({ path: 'build/screens/report.pdf', format: 'A4' });
  await page.emulateMedia({ media: 'screen' });
});

test('fetal', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo cycles fetal', 'D01');
  await openReport(page);
  await expect(page.getByTestId('report-value').first()).toBeVisible();
  await look(page, 'report-fetal', []);
  await page.getByRole('button', { name: 'Complete' }).click();
  await look(page, 'report-fetal-complete', []);
});
