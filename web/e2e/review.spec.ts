/** A review from its first change to its end, and what comes between. */
import type { Locator, Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';
import {
  canvas,
  chooseProject,
  enter,
  expectSaved,
  finishReview,
  label,
  openStudy,
  rowOf,
  savedChip,
  signIn,
  takeRole,
} from './support/steps.ts';

const PROJECT = 'Demo cycles adult';
const PATIENT = 'C01';

const panes = (page: Page): Locator => page.getByTestId('review-pane');
const changes = (page: Page): Locator => page.getByTestId('change');
const row = (page: Page, patient = PATIENT, editor = 'editor@demo'): Locator =>
  rowOf(page, patient).filter({ has: page.getByRole('cell', { name: new RegExp(`^${editor}`) }) });

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

test('the list shows the progress of each review, and hides finished ones of the reviewer', async ({ page }) => {
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
  await expect(changes(page).first()).toContainText(/2 points moved, up to [\d.]+ mm/);
  await look(page, 'review-locked', [page.getByRole('toolbar', { name: 'Review' }), panes(page).first(), page.getByRole('note')]);
  await page.getByRole('button', { name: 'REOPEN' }).click();
  await expect(page.getByRole('button', { name: 'Check point' })).toBeVisible();

  // Only keys: the page validated, lines of one side and the other, the next change rejected and brought back.
  await expect(page.getByTestId('validated-count')).toContainText(/^14 of 14/);
  await page.keyboard.press('Control+v');
  await expect(page.getByTestId('validated-count')).toContainText(/^10 of 14/);
  await page.keyboard.press('1');
  await expect(page.getByTestId('validated-count')).toContainText(/^11 of 14/);
  const drawn = panes(page).first().locator('svg [data-side]');
  await expect(drawn).toHaveCount(2);
  await page.keyboard.press('o');
  await expect(drawn).toHaveCount(1);
  await page.keyboard.press('o');
  await page.keyboard.press('o');
  await expect(drawn).toHaveCount(2);
  const line = changes(page).filter({ hasText: '2 points moved' });
  await expect(line).toContainText('LV ESV');
  await page.keyboard.press('j');
  await expect(page.locator('[data-testid=change][data-current=true]')).toHaveCount(1);
  // Its image, its frame and its line, larger, with the editor's line dotted.
  const chosen = page.locator('[data-testid=review-pane][data-current=true]');
  const marked = Number(await chosen.getByTestId('review-picture').getAttribute('data-frame'));
  await chosen.getByRole('button', { name: 'ED 2' }).click();
  await expect(chosen.getByTestId('review-picture')).not.toHaveAttribute('data-frame', String(marked));
  await line.getByRole('button').first().click();
  await expect(chosen.getByTestId('review-picture')).toHaveAttribute('data-frame', String(marked));
  await expect(chosen.locator('svg[data-zoomed=true] [data-side=original] [data-chosen=true]')).toHaveCount(1);
  await expect(chosen.locator('svg[data-zoomed=true] [data-side=shown] [data-chosen=true]')).toHaveCount(1);
  await look(page, 'review-change', [page.getByRole('toolbar', { name: 'Review' }), chosen]);
  await page.keyboard.press('z');
  await expect(chosen.locator('svg[data-zoomed=false]')).toHaveCount(1);
  await page.keyboard.press('r');
  // Values that followed from the line go with it.
  await expect(changes(page)).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(line).toContainText('LV ESV');
  await expectSaved(page);
  await look(page, 'review', [page.getByRole('toolbar', { name: 'Review' }), panes(page).first(), page.getByRole('note')]);

  // Open points are named before the check point, and lead to their image; the end needs a reason.
  await page.getByRole('button', { name: 'Check point', exact: true }).click();
  const before = page.getByRole('complementary', { name: 'Before the check point' });
  const open = before.getByRole('region', { name: 'Not validated' });
  await expect(open.getByRole('button', { name: /^Show / })).toHaveCount(3);
  await open
    .getByRole('button', { name: /^Show / })
    .last()
    .click();
  const shown = await open
    .getByRole('listitem')
    .last()
    .locator('span')
    .evaluate((text) => text.firstChild?.textContent ?? '');
  await expect(page.locator('[data-testid=review-pane][data-current=true]')).toHaveAttribute('aria-label', new RegExp(shown));
  await page.keyboard.press('Escape');
  await expect(before).toHaveCount(0);
  await page.getByRole('button', { name: 'Check point', exact: true }).click();
  await before.getByRole('button', { name: /^Check point anyway/ }).click();
  await page.waitForURL(/\/review\?project/);
  await expect(row(page)).toContainText('Check point');
  await openReview(page, PROJECT, PATIENT);
  await page.getByRole('button', { name: 'Finish review' }).click();
  const closing = page.getByRole('complementary', { name: 'Before you finish' });
  await expect(closing.getByRole('button', { name: /^Finish anyway/ })).toBeDisabled();
  await look(page, 'review-closing', [page.getByRole('toolbar', { name: 'Review' }), closing]);
  await closing.getByRole('textbox', { name: 'Reason' }).fill('The Doppler images are a second opinion.');
  await closing.getByRole('button', { name: /^Finish anyway/ }).click();
  await page.waitForURL(/\/review\?project/);
  await expect(row(page)).toContainText('open: The Doppler images are a second opinion.');
  await openReview(page, PROJECT, PATIENT);
  await page.getByRole('button', { name: 'REOPEN' }).click();
  await expect(page.getByRole('button', { name: 'Check point', exact: true })).toBeVisible();
  await finishReview(page);
  await expect(row(page)).toContainText('Finished');
});

test('every tool of image work serves on the own copy, only by keys, and the record of the editor stays', async ({ page, newBrowser }) => {
  test.slow();
  await enterReviews(page);
  await openReview(page, 'Demo cycles fetal', 'D01');
  const first = panes(page).first();
  await expect(changes(page)).toHaveCount(0);

  // A line of the first image that has any, moved by keys: the value follows, and the list shows both.
  const segment = first.getByRole('button', { name: 'Segment' });
  await segment.focus();
  await page.keyboard.press('Enter');
  await expect(canvas(page)).toHaveAttribute('data-frame', /\d/);
  expect(new URL(page.url()).pathname).toBe('/validation');
  // Of the next event: the atrium is measured at end systole.
  await page.keyboard.press(']');
  await page.keyboard.press('e');
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowUp');
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
  // The browser's own Back returns to the images, not to the list.
  await page.goBack();
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
  const validated = page.getByTestId('validated-count');
  await expect(validated).toContainText('of 7');
  const remove = panes(page).last().getByRole('button', { name: 'Remove' });
  const type = ((await panes(page).last().getAttribute('aria-label')) ?? '').replace(/^Image \d+: /, '');
  await remove.click();
  await expect(validated).toContainText('of 6');
  const removed = page.getByRole('status').filter({ hasText: 'was removed from the review' });
  await expect(removed).toContainText(type);
  await removed.getByRole('button', { name: 'Undo' }).click();
  await expect(validated).toContainText('of 7');
  await remove.click();
  await expect(validated).toContainText('of 6');
  await changes(page).filter({ hasText: 'Removed' }).getByRole('button', { name: 'Reject' }).click();
  await expect(validated).toContainText('of 7');
  await expectSaved(page);

  // The editor sees their own work, and no review.
  const editor = await (await newBrowser()).newPage();
  await enter(editor, 'editor@demo');
  await openStudy(editor, 'Demo cycles fetal', 'D01');
  await expect(savedChip(editor)).toHaveAttribute('data-state', 'saved');
  await page.reload();
  await expect(first.getByRole('button', { name: 'Accepted' })).toBeVisible();
});

test('values and clips are judged in the four-up, by keys too, and at 200 % nothing overlaps', async ({ page }) => {
  await enterReviews(page);
  await openReview(page, PROJECT, PATIENT);
  const first = panes(page).first();
  const values = first.getByRole('list', { name: /^Values of / });
  await expect(values.getByRole('listitem').first()).toContainText(/Δ/);
  const picture = first.getByTestId('review-picture');
  const still = await picture.getAttribute('data-frame');
  await first.getByRole('button', { name: 'Play' }).click();
  await expect(picture).not.toHaveAttribute('data-frame', still ?? '');
  await page.keyboard.press('Space');
  await expect(first.getByRole('button', { name: 'Play' })).toBeVisible();
  const paused = await picture.getAttribute('data-frame');
  await first.getByRole('button', { name: 'ED 1' }).click();
  await expect(picture).not.toHaveAttribute('data-frame', paused ?? '');

  // The ends of the work have keys.
  await page.keyboard.press('u');
  await expect(page.getByRole('button', { name: 'Finish review' })).toBeVisible();

  // An issue leads back to the frame on which it was raised.
  await expect(picture).toHaveAttribute('data-frame', /\d/);
  const opened = (await picture.getAttribute('data-frame'))!;
  await first.getByRole('button', { name: 'ED 2' }).click();
  await expect(picture).not.toHaveAttribute('data-frame', opened);
  const marked = (await picture.getAttribute('data-frame'))!;
  await page.keyboard.press('e');
  await page.getByRole('dialog').getByRole('button', { name: 'Contour off the border' }).click();
  const issue = page.getByTestId('issue');
  await expect(issue).toHaveCount(1);
  await first.getByRole('button', { name: 'ED 1' }).click();
  await expect(picture).not.toHaveAttribute('data-frame', marked);
  await issue.getByRole('button').first().click();
  await expect(picture).toHaveAttribute('data-frame', marked);

  await page.keyboard.press('1');
  await page.keyboard.press('c');
  await expect(page.getByRole('complementary', { name: 'Before the check point' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('complementary', { name: 'Before you finish' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectSaved(page);

  await look(page, 'review-values', [page.getByRole('toolbar', { name: 'Review' }), first]);
  // A window of 1440 pixels at 200 %.
  await page.setViewportSize({ width: 720, height: 450 });
  const buttons = page.getByRole('toolbar', { name: 'Review' }).getByRole('button');
  await expect(buttons.first()).toBeVisible();
  const boxes = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
  for (const [at, a] of boxes.entries()) {
    expect([a.left >= 0, a.right <= 720]).toEqual([true, true]);
    for (const b of boxes.slice(at + 1))
      expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top).toBe(true);
  }
  const pane = (await first.boundingBox())!;
  expect(pane.width).toBeGreaterThan(600);
  const heading = page.getByRole('heading', { name: 'Changes' });
  await heading.scrollIntoViewIfNeeded();
  await expect(heading).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(720);
  await page.screenshot({ path: 'build/screens/review-zoomed.png' });
});

test('the editor continues, the network goes, another tab comes: the review is completed', async ({
  page,
  context,
  faults,
  newBrowser,
}) => {
  test.slow();
  // A save into the review that the other tab has finished.
  faults.expect(/Failed to load resource: the server responded with a status of 409/);
  await enterReviews(page);
  await openReview(page, 'Demo pediatric', 'P01', 'editor2@demo');
  const validated = page.getByTestId('validated-count');
  await page.keyboard.press('1');
  await expect(validated).toContainText(/^1 of/);
  await expectSaved(page);

  // Without a network the change is kept here, and a reloaded page has it.
  await context.setOffline(true);
  await page.keyboard.press('2');
  await expect(savedChip(page)).toHaveAttribute('data-state', 'offline');
  await context.setOffline(false);
  await expectSaved(page);
  await page.reload();
  await expect(validated).toContainText(/^2 of/);

  // Another tab works on another image: both are in the review.
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByTestId('validated-count')).toContainText(/^2 of/);
  await page.keyboard.press('1');
  await expectSaved(page);
  await other.keyboard.press('3');
  await expectSaved(other);
  await other.reload();
  await expect(panes(other).nth(0).getByText('Validate', { exact: true })).toBeVisible();
  await expect(panes(other).nth(2).getByText('Validated', { exact: true })).toBeVisible();
  await finishReview(other);
  await other.close();

  // A review finished there is locked here: the change is kept, and comes with reopening. The page reports it without a reload.
  await page.keyboard.press('4');
  await expect(page.getByText('Finished and locked', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'REOPEN' })).toBeVisible();

  // The editor continues with one image.
  const editor = await (await newBrowser()).newPage();
  await enter(editor, 'editor2@demo');
  await openStudy(editor, 'Demo pediatric', 'P01');
  await label(editor, 'View', 'Apical 4C');
  await expectSaved(editor);
  await page.goto('/review?project=demo-pediatric');
  await expect(row(page, 'P01', 'editor2@demo')).toContainText('changed since');
  await row(page, 'P01', 'editor2@demo').click();
  const newer = page.getByTestId('newer');
  await expect(newer).toContainText('editor2@demo saved version');
  await page.getByRole('button', { name: 'REOPEN' }).click();
  await expect(panes(page).nth(3).getByText('Validated', { exact: true })).toBeVisible();
  await expect(newer.getByRole('button', { name: /^Take over/ })).toHaveCount(1);
  await look(page, 'review-newer', [page.getByRole('toolbar', { name: 'Review' }), newer]);
  await newer.getByRole('button', { name: /^Take over/ }).click();
  await expect(newer).toHaveCount(0);
  await expect(changes(page)).toHaveCount(0);
  await expectSaved(page);
  await finishReview(page);
  await expect(row(page, 'P01', 'editor2@demo')).toContainText('Finished');
  await expect(row(page, 'P01', 'editor2@demo')).not.toContainText('changed since');
});
