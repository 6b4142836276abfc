/** A review from its first change to its end, and what comes between. */
import type { Locator, Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';
import { canvas, chooseProject, enter, expectSaved, label, openStudy, rowOf, savedChip, signIn, takeRole } from './support/steps.ts';

const PROJECT = 'Demo cycles adult';
const PATIENT = 'C01';

const panes = (page: Page): Locator => page.getByTestId('review-pane');
const changes = (page: Page): Locator => page.getByTestId('change');
const row = (page: Page, patient = PATIENT, editor = 'editor@demo'): Locator =>
  rowOf(page, patient).filter({ has: page.getByRole('cell', { name: editor, exact: true }) });

async function enterReviews(page: Page): Promise<void> {
  await signIn(page, 'reviewer@demo');
  await takeRole(page, 'Reviewer', /\/review/);
}

async function openReview(page: Page, project: string, patient: string, editor = 'editor@demo'): Promise<void> {
  await chooseProject(page, project);
  await row(page, patient, editor).click();
  await page.waitForURL(/\/validation/);
  await expect(panes(page).first().getByTestId('review-picture')).toHaveAttribute('data-frame', /\d/);
}

test('the list says how far each review is, and hides what the reviewer finished', async ({ page }) => {
  await enterReviews(page);
  await chooseProject(page, 'Demo adult');
  await expect(row(page, 'A01')).toContainText('Finished');
  await expect(row(page, 'A01')).toContainText('reviewer@demo');
  await expect(row(page, 'A04')).toContainText('Draft');
  await page.getByRole('switch', { name: 'Hide completed studies' }).click();
  await expect(row(page, 'A01')).toHaveCount(0);
  await expect(row(page, 'A04')).toBeVisible();
  await page.getByRole('switch', { name: 'Hide completed studies' }).click();
  await chooseProject(page, 'Demo cycles adult');
  await expect(row(page, 'C04')).toContainText('changed since');
  await look(page, 'review-list', [page.getByRole('banner').first(), page.getByRole('textbox', { name: 'Search patient by ID' })]);
});

test('a finished review is locked; reopened, its changes are seen, rejected and taken to the end again', async ({ page }) => {
  test.slow();
  await enterReviews(page);
  await openReview(page, PROJECT, PATIENT);
  await expect(page.getByText('Finished and locked')).toBeVisible();
  await expect(savedChip(page)).toHaveCount(0);
  await expect(page.getByRole('banner').first()).toContainText('by editor@demo');
  await expect(panes(page)).toHaveCount(4);
  await expect(changes(page).first()).toContainText('2 points moved, up to 6.0 px');
  await look(page, 'review-locked', [page.getByRole('toolbar', { name: 'Review' }), panes(page).first(), page.getByRole('note')]);
  await page.getByRole('button', { name: 'REOPEN' }).click();
  await expect(page.getByRole('button', { name: 'Check point' })).toBeVisible();

  // Keys alone: the page validated, lines of one side and the other, the next change rejected and brought back.
  await page.keyboard.press('Control+v');
  await expect(page.getByTestId('validated-count')).toContainText(/^4 of/);
  await page.keyboard.press('Control+v');
  await expect(page.getByTestId('validated-count')).toContainText(/^0 of/);
  await page.keyboard.press('1');
  await expect(page.getByTestId('validated-count')).toContainText(/^1 of/);
  const drawn = panes(page).first().locator('svg [data-side]');
  await expect(drawn).toHaveCount(2);
  await page.keyboard.press('o');
  await expect(drawn).toHaveCount(1);
  await page.keyboard.press('o');
  await page.keyboard.press('o');
  await expect(drawn).toHaveCount(2);
  const count = await changes(page).count();
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await expect(changes(page)).toHaveCount(count - 1);
  await page.keyboard.press('Control+z');
  await expect(changes(page)).toHaveCount(count);
  await expectSaved(page);
  await look(page, 'review', [page.getByRole('toolbar', { name: 'Review' }), panes(page).first(), page.getByRole('note')]);

  await page.getByRole('button', { name: 'Check point' }).click();
  await page.waitForURL(/\/review\?project/);
  await expect(row(page)).toContainText('Check point');
  await openReview(page, PROJECT, PATIENT);
  await page.getByRole('button', { name: 'Finish review' }).click();
  await page.waitForURL(/\/review\?project/);
  await expect(row(page)).toContainText('Finished');
});

test('every tool of image work serves on the own copy, by keys alone, and the editor’s record stays', async ({ page, newBrowser }) => {
  test.slow();
  await enterReviews(page);
  await openReview(page, 'Demo cycles fetal', 'D01');
  const first = panes(page).first();
  await expect(changes(page)).toHaveCount(0);

  // A line of the first image that has any, moved by keys: the value follows, and the list says both.
  const segment = first.getByRole('button', { name: 'Segment' });
  await segment.focus();
  await page.keyboard.press('Enter');
  await expect(canvas(page)).toHaveAttribute('data-frame', /\d/);
  expect(new URL(page.url()).pathname).toBe('/validation');
  await page.keyboard.press('e');
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Escape');
  await expectSaved(page);
  await look(page, 'review-segment', [page.getByRole('banner').first(), canvas(page)]);
  await page.keyboard.press('Escape');
  await expect(panes(page).first()).toBeVisible();
  await expect(changes(page).first()).toContainText('moved');
  await expect(changes(page).getByText(/Δ/).first()).toBeVisible();

  // Labels and quality.
  await first.getByRole('button', { name: 'Label' }).click();
  await expect(canvas(page)).toHaveAttribute('data-frame', /\d/);
  await page.getByRole('button', { name: 'Back to validation' }).click();
  await first.getByRole('button', { name: 'QC' }).click();
  await expect(page.getByRole('tab', { name: /Quality/ })).toHaveAttribute('aria-selected', 'true');
  await look(page, 'review-qc', [page.getByRole('banner').first(), canvas(page)]);
  await page.getByRole('button', { name: 'Back to validation' }).click();
  const accept = first.getByRole('button', { name: 'Accept', exact: true });
  await accept.click();
  await expect(first.getByRole('button', { name: 'Accepted' })).toHaveAttribute('aria-pressed', 'true');
  await expect(changes(page).filter({ hasText: 'Quality' })).toHaveCount(1);
  await expectSaved(page);

  // An image is taken out, and brought back from the list.
  const count = await panes(page).count();
  await panes(page).last().getByRole('button', { name: 'Remove' }).click();
  await expect(panes(page)).toHaveCount(count - 1);
  await changes(page).filter({ hasText: 'Removed' }).getByRole('button', { name: 'Reject' }).click();
  await expect(panes(page)).toHaveCount(count);
  await expectSaved(page);

  // The editor sees their own work, and nobody's review.
  const editor = await (await newBrowser()).newPage();
  await enter(editor, 'editor@demo');
  await openStudy(editor, 'Demo cycles fetal', 'D01');
  await expect(savedChip(editor)).toHaveAttribute('data-state', 'saved');
  await page.reload();
  await expect(first.getByRole('button', { name: 'Accepted' })).toBeVisible();
});
