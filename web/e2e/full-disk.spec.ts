/** Messages when the server has no room left. */
import { STORAGE_FULL } from '@echometry/contract/calls/error.ts';
import { expect, test } from './support/test.ts';
import { chooseImage, enter, label, openStudy, savedChip } from './support/steps.ts';

const SAVES = '**/analysis/update';

test('a full disk of the server is named as what it is; the work is kept, and saved once there is room', async ({ page, faults }) => {
  faults.expect(/Failed to load resource: the server responded with a status of 507/);
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo fetal', 'F04');
  await chooseImage(page, 2);
  await page.route(SAVES, (route) => route.fulfill({ status: 507, json: { code: 'storage-full', message: STORAGE_FULL } }));
  await label(page, 'View', 'Apical 4C');
  await expect(page.getByText(STORAGE_FULL)).toBeVisible({ timeout: 15_000 });
  await expect(savedChip(page)).toContainText('Not saved, 1 change kept here');
  await page.unroute(SAVES);
  await expect(savedChip(page)).toHaveAttribute('data-state', 'saved', { timeout: 20_000 });
});
