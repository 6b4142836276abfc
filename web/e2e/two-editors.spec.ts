/** Two editors on one study: different images merge automatically, the same image asks. */
import { expect, test } from './support/test.ts';
import { chooseImage, enter, expectSaved, label, openStudy, savedChip, thumbnails } from './support/steps.ts';

test('labels of two editors on different images are merged, on the same image one chooses', async ({ page, newBrowser }) => {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo fetal', 'F03');
  const other = await (await newBrowser()).newPage();
  await enter(other, 'editor2@demo');
  await openStudy(other, 'Demo fetal', 'F03');

  await label(page, 'View', 'Apical 4C');
  await expectSaved(page);
  // The second editor still builds on what was there before.
  await chooseImage(other, 2);
  await label(other, 'View', 'Umbilical cord');
  await expectSaved(other);
  await expect(thumbnails(other).nth(0)).toHaveAccessibleName(/Apical 4C/);
  await expect(thumbnails(other).nth(1)).toHaveAccessibleName(/Umbilical cord/);
  await expect(other.getByRole('alert')).toHaveCount(0);

  // Both change image 3.
  await chooseImage(page, 3);
  await label(page, 'View', 'Umbilical cord');
  await expectSaved(page);
  await expect(thumbnails(page).nth(1)).toHaveAccessibleName(/Umbilical cord/);
  await chooseImage(other, 3);
  await label(other, 'View', 'Apical 4C');
  await expect(other.getByText('changed image 3 too')).toBeVisible();
  await expect(savedChip(other)).toHaveAttribute('data-state', 'conflict');
  await expect(other.getByRole('button', { name: 'Keep mine: Apical 4C' })).toBeVisible();
  await other.getByRole('button', { name: 'Take theirs: Umbilical cord' }).click();
  await expect(thumbnails(other).nth(2)).toHaveAccessibleName(/Umbilical cord/);
  await expectSaved(other);
  await page.reload();
  await expect(thumbnails(page).nth(2)).toHaveAccessibleName(/Umbilical cord/);
});
