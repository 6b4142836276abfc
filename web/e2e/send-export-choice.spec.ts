/** Where several PACS take exports, the person chooses one. */
import { exportReports } from './support/export-reports.ts';
import { withOrthanc } from './support/orthanc.ts';
import { EXPORTED } from './support/steps.ts';
import { expect, test } from './support/test.ts';

test.use({ serverSettings: withOrthanc(['archive', 'research']) });

test('an export is sent to the one that is chosen, by keyboard', async ({ page }) => {
  await exportReports(page, 'Demo readers fetal');
  const send = page.getByTestId('earlier-export').getByRole('button', { name: 'Send to a PACS' });
  await expect(send).toBeVisible(EXPORTED);
  await send.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText(['archive', 'research']);
  await page.getByRole('menuitem', { name: 'research' }).press('Enter');
  const sending = page.getByTestId('sending');
  await expect(sending).toHaveAttribute('data-state', 'finished', EXPORTED);
  await expect(sending).toContainText('research');
});
