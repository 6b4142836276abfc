/** Quality control of an image: quick and complete, by keyboard and by mouse, and roles without permission. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { look } from './support/look.ts';
import { chooseImage, enter, expectPicture, expectSaved, label, openStudy } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Quality' });
const question = (page: Page, name: string) => panel(page).getByRole('radiogroup', { name });
const answerOf = (page: Page, name: string) => question(page, name).getByRole('radio', { checked: true });
const send = (page: Page) => panel(page).getByRole('button', { name: /^(Send evaluation|Save changes|No changes)$/ });

test('a complete evaluation only by keyboard: asked in order, sent, changed, taken back, deleted', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo cycles adult', 'C06');
  await page.keyboard.press('q');
  await expect(panel(page).getByText('Please, label and reference this image first to assess its quality.')).toBeVisible();
  await label(page, 'View', 'A4C');
  await label(page, '2D type', '4-chamber 2D');
  await expect(panel(page).getByText('not scored')).toBeVisible();
  await expect(send(page)).toHaveText('No changes');
  await expect(send(page)).toBeDisabled();

  // Keys count for the panel while it has the focus, and for the picture otherwise.
  await page.keyboard.press('q');
  await expect(question(page, 'Adequate for analysis')).toBeFocused();
  await expect(question(page, 'Adequate for analysis').getByRole('radio')).toHaveText(['1Yes', '2No', '3N/A']);
  await page.keyboard.press('1');
  await expect(question(page, 'Correct view')).toBeFocused();
  await page.keyboard.press('2');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('3');
  await expect(answerOf(page, 'Correct view')).toHaveText('No');
  await page.keyboard.press('Tab');
  await expect(question(page, 'Gain and contrast')).toBeFocused();
  await look(page, 'quality', [panel(page), page.getByTestId('viewer')]);
  await page.keyboard.press('Enter');
  await expect(panel(page).getByText('scored', { exact: true })).toBeVisible();
  await expect(send(page)).toHaveText('No changes');
  await expect(panel(page).getByRole('button', { name: 'All good' })).toHaveCount(0);
  await expectSaved(page);
  // A change waits for its sending, through a reload, and goes by undo like every other.
  await page.keyboard.press('ArrowUp');
  await expect(question(page, 'Zoom (structure > 1/3 of the sector)')).toBeFocused();
  await page.keyboard.press('1');
  await expect(send(page)).toHaveText('Save changes');
  await page.reload();
  await expectPicture(page);
  await expect(answerOf(page, 'Correct view')).toHaveText('No');
  await expect(panel(page).getByText(/^editor@demo, /)).toBeVisible();
  await expect(send(page)).toHaveText('Save changes');
  await send(page).click();
  await expect(send(page)).toHaveText('No changes');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(question(page, 'Zoom (structure > 1/3 of the sector)').getByRole('radio', { checked: true })).toHaveCount(0);
  await panel(page).getByRole('button', { name: 'Delete the evaluation' }).click();
  await expect(panel(page).getByText('not scored')).toBeVisible();
  await expect(question(page, 'Adequate for analysis')).toBeFocused();
  await page.keyboard.press('Shift+A');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByText('accepted', { exact: true })).toBeVisible();
  await expectSaved(page);
});

test('quick: one question, with a remark; a Viewer reads it and creates none', async ({ page, newBrowser }) => {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo pediatric', 'P01');
  await page.getByRole('button', { name: 'Quality and comments' }).click();
  await expect(panel(page).getByRole('radiogroup')).toHaveCount(1);
  await question(page, 'Accepted').getByRole('radio', { name: 'No' }).click();
  await panel(page).getByRole('textbox', { name: 'Remark on the quality' }).fill('Foreshortened');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByText('not accepted')).toBeVisible();
  await expectSaved(page);
  await chooseImage(page, 2);
  await expect(panel(page).getByText('not scored')).toBeVisible();
  await chooseImage(page, 1);
  await expect(panel(page).getByRole('textbox', { name: 'Remark on the quality' })).toHaveValue('Foreshortened');

  const viewer = await (await newBrowser()).newPage();
  await enter(viewer, 'viewer@demo', 'Viewer');
  await openStudy(viewer, 'Demo pediatric', 'P01');
  await viewer.keyboard.press('q');
  await expect(panel(viewer).getByText('not accepted')).toBeVisible();
  await expect(panel(viewer).getByText('editor@demo: Foreshortened')).toBeVisible();
  await expect(panel(viewer).getByText('Sorry, you do not have permissions to create QCs')).toBeVisible();
  await expect(panel(viewer).getByRole('radio')).toHaveCount(0);
  await viewer.keyboard.press('1');
  // The refusal is in the panel, and appears again on each attempt.
  await expect(viewer.getByText('Sorry, you do not have permissions to create QCs')).toHaveCount(2);
  await expectAccessible(viewer, 'quality of a Viewer');
});

test('a change of type by a blind editor deletes the quality scores', async ({ page }) => {
  await enter(page, 'blind@demo', 'Blind editor');
  await openStudy(page, 'Demo fetal', 'F02');
  await label(page, 'View', 'Apical 4C');
  await label(page, '2D type', '4-chamber 2D');
  await page.keyboard.press('q');
  await page.keyboard.press('Shift+A');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByText('accepted', { exact: true })).toBeVisible();
  await expect(panel(page).getByText(/^blind@demo, /)).toBeVisible();
  await label(page, '2D type', /^(?!None|4-chamber)/);
  await expect(panel(page).getByText('not scored')).toBeVisible();
  await expect(panel(page).getByText(/^blind@demo, /)).toHaveCount(0);
  await expectSaved(page);
  await page.reload();
  await expectPicture(page);
  await expect(panel(page).getByText('not scored')).toBeVisible();
});
