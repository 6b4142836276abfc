/** Blinding of a project: an Administrator hides clinical values and the order of studies, and a blind editor reads without them. */
import { chooseProject, enter, expectPicture, expectSaved, label, rows, select, signIn, takeRole, thumbnails } from './support/steps.ts';
import { expectAccessible } from './support/accessible.ts';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';

/** Read blind, with values that indices and ranges belong to. */
const PROJECT = 'Demo readers adult';
const DATE = /\d{4}-\d{2}-\d{2}/;

test('a project hides clinical values and the order of studies from blind editors', async ({ page, newBrowser }) => {
  await signIn(page, 'admin@demo');
  await takeRole(page, 'Admin', /\/administration\/projects/);
  await page.getByRole('button', { name: new RegExp(PROJECT) }).click();
  await page.getByRole('button', { name: /^Data type/ }).click();
  await page.getByRole('switch', { name: 'Hide clinical values from blind editors' }).check();
  await page.getByRole('switch', { name: 'Hide the order of studies from blind editors' }).check();
  await page.getByRole('switch', { name: 'Hide the order of studies from blind editors' }).scrollIntoViewIfNeeded();
  await look(page, 'administration-blinding', [page.getByRole('button', { name: /^Save as version/ })]);
  await page.getByRole('button', { name: /^Save as version/ }).click();
  await expect(page.getByText(/saved as version/i)).toBeVisible();

  const reader = await (await newBrowser()).newPage();
  await enter(reader, 'blind@demo', 'Blind editor');
  await chooseProject(reader, PROJECT);
  await expect(rows(reader)).toHaveCount(8);
  for (const row of await rows(reader).all()) {
    await expect(row.getByRole('cell').first()).toHaveText('hidden');
    await expect(row).not.toContainText(DATE);
  }
  await look(reader, 'studies-blinded', [rows(reader).first()]);

  await rows(reader).first().click();
  await reader.waitForURL(/\/(?:preview|selection)\?/);
  await expect(reader.getByRole('banner')).toContainText('date hidden');
  // Neither the page nor its address has the date; the header has that of today.
  const { searchParams } = new URL(reader.url());
  expect([searchParams.get('study_id'), searchParams.get('study_date')]).toEqual([expect.stringMatching(/^\d+_0\d{7}$/), '']);
  await expect(reader.getByRole('main')).not.toContainText(DATE);
  await reader.goto(reader.url().replace('/preview?', '/selection?'));
  await thumbnails(reader).first().click();
  await expectPicture(reader);
  await reader.goto(reader.url().replace('/selection?', '/measurements?'));
  await expect(reader.getByText('hidden from blind editors in this project')).toBeVisible();
  await expect(reader.getByRole('textbox', { name: 'Height' })).toHaveCount(0);
  await expectAccessible(reader, 'report without clinical values');
  await look(reader, 'report-blinded', [reader.getByRole('banner')]);

  // Work is saved and found again by the alias.
  await reader.goto(reader.url().replace('/measurements?', '/selection?'));
  await thumbnails(reader).first().click();
  await label(reader, 'View', 'PLAX');
  await expectSaved(reader);
  await reader.reload();
  await expectPicture(reader);
  await expect(select(reader, 'View')).toContainText('PLAX');

  // Nothing is hidden from the others.
  const editor = await (await newBrowser()).newPage();
  await enter(editor, 'editor@demo');
  await chooseProject(editor, PROJECT);
  await expect(rows(editor).first().getByRole('cell').first()).toHaveText(DATE);
});
