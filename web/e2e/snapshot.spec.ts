/** A frame of a sweep becomes a separate image, for roles that label images. */
import { expectAccessible } from './support/accessible.ts';
import { look } from './support/look.ts';
import { canvas, chooseImage, enter, expectPicture, expectSaved, label, openStudy, thumbnails } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const BUTTON = { name: 'Snapshot of this frame' } as const;
const QUESTION =
  'This will add a new image file in the study, please use this feature in moderation. Are you sure to proceed with the selected frame?';

test('snapshot: asked, made from the frame that is shown, and selection opens with it; the same frame gives the same image', async ({
  page,
  faults,
}) => {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo adult', 'A04');
  const before = await thumbnails(page).count();
  await chooseImage(page, 1);
  await expect(page.getByRole('button', BUTTON)).toHaveCount(0);
  await label(page, 'View', 'Sweep');
  await canvas(page).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', BUTTON).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(QUESTION);
  await expectAccessible(page, 'snapshot');
  await dialog.getByRole('button', { name: 'No' }).click();
  await expect(dialog).toBeHidden();
  await expectSaved(page);

  // A server that cannot make it reports it, and the work continues.
  faults.expect(/status of 400/);
  await page.route('**/minio/create_snapshot', (route) =>
    route.fulfill({ status: 400, json: { code: 'invalid-field', message: 'This frame cannot be stored' } }),
  );
  await page.getByRole('button', BUTTON).click();
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Sorry, an error happened while saving the snapshot');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await page.unroute('**/minio/create_snapshot');

  const make = async () => {
    await page.getByRole('button', BUTTON).click();
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await page.waitForURL(/\/selection\?.*image=/);
    await expect(dialog).toBeHidden();
    await expect(thumbnails(page)).toHaveCount(before + 1);
    await expect(thumbnails(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
    return thumbnails(page).nth(1).getAttribute('data-filename');
  };
  const made = await make();
  await expectPicture(page);
  await look(page, 'snapshot-made', [page.getByRole('banner').first()]);
  await chooseImage(page, 1);
  expect(await make()).toBe(made);
  await page.reload();
  await expect(thumbnails(page)).toHaveCount(before + 1);
});

test('snapshot: a Viewer is offered none', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await openStudy(page, 'Demo adult', 'A04');
  await expect(page.getByRole('button', BUTTON)).toHaveCount(0);
});
