/** An Administrator assigns studies, and their readers find them in their inbox, with what reviewers asked. */
import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { chooseProject, enter, expectPicture, makeCheckPoint, rowOf, rows, signIn, takeRole } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const SHARED = 'Demo cycles adult';
const BLIND = 'Demo readers fetal';
const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const entries = (page: Page) => page.getByTestId('inbox-row');
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Assignments' });
const inboxLink = (page: Page) => page.getByRole('link', { name: /^Inbox of all projects/ });

async function openPanel(page: Page, project: string) {
  await page.getByRole('button', { name: new RegExp(project) }).click();
  await page.getByRole('button', { name: /^Assignments/ }).click();
  return panelOf(page);
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await panelOf(page).getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('studies are assigned after a preview, are in the inbox of their reader, and limit the tasks of a project that uses assignment', async ({
  page,
  newBrowser,
}) => {
  test.slow();
  await signIn(page, 'admin@demo');
  await takeRole(page, 'Admin', /\/administration\/projects/);
  const panel = await openPanel(page, SHARED);
  await expect(panel).toContainText('No study of this project is assigned yet.');
  await choose(page, 'Readers', 'editor@demo');
  await choose(page, 'Readers', 'editor2@demo');
  await page.keyboard.press('Escape');
  await panel.getByRole('checkbox', { name: /^Site/ }).check();
  await panel.getByLabel('Due').fill(inDays(1));
  await expect(panel.getByRole('status')).toContainText('7 studies to assign.');
  // Seven studies of one site: one reader gets four, the other three.
  await expect(panel.getByTestId('planned-reader')).toHaveText([/editor@demo.*\+[34]$/, /editor2@demo.*\+[34]$/]);
  await look(page, 'administration-assignments', [panel]);
  await panel.getByRole('button', { name: 'Assign 7 studies' }).click();
  await expect(page.getByText('7 studies assigned to 2 readers.')).toBeVisible();
  await expect(panel.getByTestId('reader-load')).toHaveCount(2);
  await expect(panel.getByRole('button', { name: 'Assign 0 studies' })).toBeDisabled();

  // All of them go to one reader; what is complete stays where it is.
  await panel.getByRole('button', { name: 'Assigned', exact: true }).click();
  await panel.getByLabel('Find').fill('editor2@demo');
  await panel.getByRole('checkbox', { name: /that (is|are) not done$/ }).check();
  await choose(page, 'Hand over to', 'editor@demo');
  await expect(page.getByText(/stud(y was|ies were) handed over\./)).toBeVisible();

  const reader = await (await newBrowser()).newPage();
  await enter(reader, 'editor@demo');
  await chooseProject(reader, SHARED);
  await inboxLink(reader).click();
  await reader.waitForURL(/\/inbox/);
  await expect(reader.getByRole('tab', { name: /^All projects/ })).toHaveAttribute('aria-selected', 'true');
  const row = entries(reader).filter({ hasText: 'C05' });
  await expect(row).toContainText('tomorrow');
  await expect(row).toContainText('Time the cycles of Aortic outflow');
  // C01 is complete: it waits for its review.
  await expect(entries(reader).filter({ hasText: 'C01' })).toHaveCount(0);
  await look(reader, 'inbox', [reader.getByRole('banner').first(), reader.getByRole('table'), reader.getByRole('note')]);

  // The picture of its next step is beside it.
  await row.click();
  const side = reader.getByRole('complementary', { name: 'Chosen study' });
  await expect(side.getByTestId('key-picture').locator('img')).toBeVisible();
  await expect(side.locator('figcaption')).toContainText('Aortic outflow');

  // By key, put off until tomorrow: less to do, the due day as it was, also after the page is read again.
  const toDo = Number(/(\d+) stud/.exec((await inboxLink(reader).getAttribute('aria-label')) ?? '')?.[1]);
  await Promise.all([reader.waitForResponse(/users\/update_settings/), reader.keyboard.press('s')]);
  await expect(reader.getByRole('rowheader', { name: /^Put off until tomorrow/ })).toBeVisible();
  await expect(inboxLink(reader)).toHaveAccessibleName(new RegExp(`${toDo - 1} stud`));
  await reader.reload();
  await expect(reader.getByRole('rowheader', { name: /^Put off until tomorrow\s*1/ })).toBeVisible();
  await expect(row).toContainText('tomorrow');
  await row.click();
  await expect(side.getByTestId('key-picture').locator('img')).toBeVisible();
  await look(reader, 'inbox-put-off', [side, reader.getByRole('note')]);
  await side.getByRole('button', { name: /^Do it today/ }).click();
  await expect(inboxLink(reader)).toHaveAccessibleName(new RegExp(`${toDo} stud`));

  // By keys: search, the row, and its next step.
  await reader.keyboard.press('/');
  await reader.keyboard.type('c05');
  await expect(entries(reader)).toHaveCount(1);
  await reader.keyboard.press('Escape');
  await reader.keyboard.press('Enter');
  await reader.waitForURL(/\/cycletiming\?.*image=/);
  await expectPicture(reader);

  // The project limits tasks to what is assigned: the other editor has none.
  await page.getByRole('button', { name: /^Data type/ }).click();
  await page.getByRole('switch', { name: 'Tasks are only assigned studies' }).check();
  await page.getByRole('button', { name: /^Save as version/ }).click();
  await expect(page.getByText(/saved as version/i)).toBeVisible();
  const other = await (await newBrowser()).newPage();
  await enter(other, 'editor2@demo');
  await chooseProject(other, SHARED);
  await other.getByRole('link', { name: 'Tasks', exact: true }).click();
  await expect(other.getByText('Nothing is left for you in this project')).toBeVisible();
  await inboxLink(other).click();
  await expect(other.getByText(/^Nothing to do:/)).toBeVisible();
});

test('a question of a reviewer returns the study to the inbox of its editor, and leads to its image', async ({ page, newBrowser }) => {
  test.slow();
  await signIn(page, 'reviewer@demo');
  await takeRole(page, 'Reviewer', /\/review/);
  await chooseProject(page, 'Demo cycles fetal');
  await rowOf(page, 'D04').first().click();
  await page.waitForURL(/\/validation/);
  const picture = page.getByTestId('review-pane').first().getByTestId('review-picture');
  await expect(picture).toHaveAttribute('data-frame', /\d/);
  const frame = (await picture.getAttribute('data-frame')) ?? '';
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Expected change/ }).fill('The ring lies one pixel row lower');
  await dialog.getByRole('button', { name: 'Contour off the border' }).click();
  await expect(page.getByTestId('issue')).toHaveCount(1);
  // A second one, of a later frame.
  await page.keyboard.press('e');
  await dialog.getByRole('textbox', { name: /^Expected change/ }).fill('Where does the beat begin?');
  await dialog.getByRole('button', { name: 'Event at another frame or place' }).click();
  await expect(page.getByTestId('issue')).toHaveCount(2);

  const editor = await (await newBrowser()).newPage();
  await enter(editor, 'editor@demo');
  await inboxLink(editor).click();
  await editor.waitForURL(/\/inbox/);
  // Only the reviewer sees a draft.
  await expect(entries(editor).filter({ hasText: 'D04' })).toHaveCount(0);
  await makeCheckPoint(page);
  await editor.reload();
  const row = entries(editor).filter({ hasText: 'D04' });
  await expect(row).toContainText('“The ring lies one pixel row lower”');
  await expect(row).toContainText('Answer 2 questions');
  await expect(inboxLink(editor)).toHaveAccessibleName(/[1-9] (study|studies) to do/);
  await row.click();
  const side = editor.getByRole('complementary', { name: 'Chosen study' });
  const questions = side.getByTestId('question');
  await expect(questions).toContainText(['Contour off the border', 'Event at another frame or place']);
  // Its image is beside it, at the frame that was shown to the reviewer.
  const still = side.getByTestId('key-picture');
  await expect(still).toHaveAttribute('data-frame', frame);
  await expect(still.locator('img')).toBeVisible();
  await expect(side.locator('figcaption')).toContainText(`frame ${frame}`);
  await look(editor, 'inbox-question', [side, editor.getByRole('note')]);

  // The second question by its key, and a reply to it, which the reviewer reads with it.
  await editor.keyboard.press('2');
  await expect(questions.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await editor.keyboard.press('r');
  await editor
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Reply/ })
    .fill('At the R wave, as before');
  await look(editor, 'inbox-reply', [editor.getByRole('dialog')]);
  await editor.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect(questions.nth(1)).toContainText('At the R wave, as before');
  await expect(row).toContainText('Answer 1 question');
  await rowOf(page, 'D04').first().click();
  await page.waitForURL(/\/validation/);
  await expect(page.getByTestId('issue').filter({ hasText: 'Where does the beat begin?' })).toContainText('At the R wave, as before');

  await editor.keyboard.press('1');
  await editor.keyboard.press('Enter');
  await editor.waitForURL(/\/selection\?.*image=/);
  await expectPicture(editor);
  await expect(editor.getByTestId('issue').first()).toContainText('The ring lies one pixel row lower');
});

test('blind readers get studies unannounced twice, and see neither plan nor colleagues', async ({ page, newBrowser }) => {
  test.slow();
  await signIn(page, 'admin@demo');
  await takeRole(page, 'Admin', /\/administration\/projects/);
  const panel = await openPanel(page, BLIND);
  await choose(page, 'Read as', 'Blind editor');
  await choose(page, 'Readers', 'blind@demo');
  await page.keyboard.press('Escape');
  await panel.getByRole('checkbox', { name: 'Repeat some readings without notice' }).check();
  await panel.getByLabel('Share that is repeated, %').fill('50');
  await expect(panel.getByTestId('planned-reader').first()).toContainText('4');
  await panel.getByRole('button', { name: /^Assign \d+ studies/ }).click();
  await expect(page.getByText(/studies assigned to 1 reader\./)).toBeVisible();

  const reader = await (await newBrowser()).newPage();
  await enter(reader, 'blind@demo', 'Blind editor');
  await expect(rows(reader).first()).toBeVisible();
  await inboxLink(reader).click();
  await reader.waitForURL(/\/inbox/);
  await reader.getByRole('button', { name: /^Waiting for others/ }).click();
  await expect(entries(reader).first()).toBeVisible();
  await expect(reader.getByRole('main')).not.toContainText(/repeat/i);
});

test('a Viewer has no inbox', async ({ page }) => {
  await enter(page, 'viewer@demo', 'Viewer');
  await expect(inboxLink(page)).toHaveCount(0);
  await page.goto('/inbox');
  await expect(page.getByText('URL not compatible')).toBeVisible();
});
