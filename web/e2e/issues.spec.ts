/** Issues of a review: raised by mouse and keys, read and resolved by the editor from the check point onwards. */
import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';
import { chooseProject, enter, makeCheckPoint, openStudy, rowOf, signIn, takeRole, thumbnails } from './support/steps.ts';

const PROJECT = 'Demo cycles fetal';
const PATIENT = 'D04';

const panes = (page: Page) => page.getByTestId('review-pane');
const issues = (page: Page) => page.getByTestId('issue');

test('a reviewer raises issues, walks through them and takes one back; the editor resolves one, and the reviewer reopens it', async ({
  page,
  newBrowser,
}) => {
  test.slow();
  await signIn(page, 'reviewer@demo');
  await takeRole(page, 'Reviewer', /\/review/);
  await chooseProject(page, PROJECT);
  await rowOf(page, PATIENT).first().click();
  await page.waitForURL(/\/validation/);
  await expect(panes(page).first().getByTestId('review-picture')).toHaveAttribute('data-frame', /\d/);
  await expect(page.getByTestId('issue-count')).toContainText('0 open');

  // A right click, and one more for the reason.
  await panes(page).first().getByTestId('review-picture').click({ button: 'right' });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Contour off the border' }).click();
  await expect(dialog).toBeHidden();
  await expect(issues(page)).toHaveCount(1);
  await expect(panes(page).first()).toContainText('1 issue');

  // By keys: the reason used last comes first and has the focus.
  await page.keyboard.press('e');
  await expect(dialog.getByRole('group', { name: 'Reason' }).getByRole('button').first()).toHaveText('Contour off the border');
  await dialog.getByRole('textbox', { name: /^Expected change/ }).fill('The ring lies one pixel row lower');
  await dialog.getByRole('button', { name: 'Event at another frame or place' }).click();
  await expect(issues(page)).toHaveCount(2);
  await expect(page.getByTestId('issue-count')).toContainText('2 open');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('n');
  await expect(issues(page).first()).toHaveAttribute('data-current', 'true');
  await page.keyboard.press('x');
  await expect(page.getByTestId('issue-count')).toContainText('1 open · 1 resolved');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+n');
  await expect(issues(page).last()).toHaveAttribute('data-current', 'true');
  await issues(page).first().getByRole('button', { name: 'Remove' }).click();
  await expect(issues(page)).toHaveCount(1);
  await page.getByRole('region', { name: 'Issues' }).getByRole('button', { name: 'Undo' }).click();
  await expect(issues(page)).toHaveCount(2);
  await look(page, 'review-issues', [page.getByRole('toolbar', { name: 'Review' }), panes(page).first(), page.getByRole('note')]);

  // The editor reads nothing of a draft.
  const theirs = await newBrowser();
  const editor = await theirs.newPage();
  await enter(editor, 'editor@demo');
  await openStudy(editor, PROJECT, PATIENT);
  await expect(issues(editor)).toHaveCount(0);
  await makeCheckPoint(page);

  await editor.reload();
  const file = await thumbnails(editor).first().getAttribute('data-filename');
  expect(file).not.toBeNull();
  await editor.keyboard.press('w');
  const section = editor.getByRole('region', { name: 'Issues of the review' });
  await expect(section).toContainText('2 in the study');
  for (let n = 0; n < (await thumbnails(editor).count()) && (await issues(editor).count()) === 0; n += 1) {
    await thumbnails(editor).nth(n).click();
    await expect(thumbnails(editor).nth(n)).toHaveAttribute('aria-pressed', 'true');
  }
  await expect(issues(editor)).toHaveCount(2);
  await look(editor, 'issues-of-the-editor', [editor.getByRole('banner').first()]);
  await issues(editor).first().getByRole('button', { name: 'Resolve' }).click();
  await expect(section).toContainText('1 in the study');

  await rowOf(page, PATIENT).first().click();
  await page.waitForURL(/\/validation/);
  await expect(page.getByTestId('issue-count')).toContainText('1 open · 1 resolved');
  await issues(page).filter({ hasText: 'resolved by editor@demo' }).getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByTestId('issue-count')).toContainText('2 open');
});
