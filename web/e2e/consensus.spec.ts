/** Two reviewers disagree, a third settles it, the editor continues, and a team decides. */
import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';
import { canvas, chooseProject, enter, expectSaved, finishReview, label, openStudy, rowOf, signIn, takeRole } from './support/steps.ts';

const PROJECT = 'Demo cycles adult';
const PATIENT = 'C01';

const panes = (page: Page) => page.getByTestId('review-pane');
const row = (page: Page) => rowOf(page, PATIENT).filter({ has: page.getByRole('cell', { name: 'editor@demo', exact: true }) });

async function openReview(page: Page): Promise<void> {
  await chooseProject(page, PROJECT);
  await row(page).click();
  await page.waitForURL(/\/validation/);
  await expect(panes(page).first().getByTestId('review-picture')).toHaveAttribute('data-frame', /\d/);
}

/** Another view for the image that is shown. */
async function changeView(page: Page, view: string): Promise<void> {
  await label(page, 'View', view);
  await expectSaved(page);
}

/** Ids of the images that the server acknowledges after this call. */
function storedImages(page: Page): Set<string> {
  const stored = new Set<string>();
  page.on('response', (response) => {
    if (!response.url().endsWith('/analysis/update') || !response.ok()) return;
    const { changes } = response.request().postDataJSON() as { changes: { images: { instance_id: string }[] } };
    for (const { instance_id } of changes.images) stored.add(instance_id);
  });
  return stored;
}

async function finish(page: Page): Promise<void> {
  await finishReview(page);
  await expect(row(page)).toContainText('Finished');
}

test('the editor changes an image of a finished review, the reviewer reopens and finishes again, a second one disagrees, a third settles it, and a team includes the study', async ({
  page,
  newBrowser,
}) => {
  test.slow();
  const others = await newBrowser();
  const editor = await others.newPage();
  await enter(editor, 'editor@demo');
  await openStudy(editor, PROJECT, PATIENT);
  const stored = storedImages(editor);
  await changeView(editor, 'Sweep');
  // The image itself, and the one whose biplane values come from it too: they are measured and stored a moment later.
  await expect.poll(() => stored.size, { timeout: 60_000 }).toBe(2);
  await editor.close();

  await signIn(page, 'reviewer@demo');
  await takeRole(page, 'Reviewer', /\/review/);
  await chooseProject(page, PROJECT);
  await expect(row(page)).toContainText('changed since');
  await openReview(page);
  await expect(page.getByTestId('newer')).toContainText('editor@demo saved version');
  await page.getByRole('button', { name: 'REOPEN' }).click({ timeout: 30_000 });
  const newer = page.getByTestId('newer');
  const take = newer.getByRole('button', { name: /^Take over/ });
  for (const left of [2, 1]) {
    await expect(take).toHaveCount(left);
    await take.first().click();
  }
  await expect(newer).toHaveCount(0);
  await expectSaved(page);
  await finish(page);
  await expect(row(page)).not.toContainText('changed since');
  await page.close();

  const second = await (await newBrowser()).newPage();
  await signIn(second, 'several@demo');
  if (second.url().includes('accept-terms')) {
    await second.getByRole('checkbox', { name: /terms of use/ }).check();
    await second.getByRole('checkbox', { name: /research only/ }).check();
    await second.getByRole('button', { name: 'Accept' }).click();
  }
  await takeRole(second, 'Reviewer', /\/review/);
  await openReview(second);
  await panes(second).first().getByRole('button', { name: 'Label' }).click();
  await changeView(second, 'A4C');
  await second.getByRole('button', { name: 'Back to validation' }).click();
  // A line of another image too.
  await panes(second).nth(1).getByRole('button', { name: 'Segment' }).click();
  await expect(canvas(second)).toHaveAttribute('data-frame', /\d/);
  await second.keyboard.press(']');
  await second.keyboard.press('e');
  await second.keyboard.press('n');
  await second.keyboard.press('n');
  for (let step = 0; step < 3; step += 1) await second.keyboard.press('Shift+ArrowUp');
  await second.keyboard.press('Escape');
  await expectSaved(second);
  // And the lines of its cycle on every frame.
  const whole = second.getByRole('region', { name: 'Whole cycle' });
  await second.keyboard.press('d');
  await second.keyboard.press('v');
  await expect(whole).toContainText('not accepted', { timeout: 60_000 });
  await second.keyboard.press('y');
  await expect(whole).not.toContainText('not accepted');
  await second.keyboard.press('d');
  await expectSaved(second);
  await second.keyboard.press('Escape');
  await expect(second.getByTestId('change').filter({ hasText: 'moved' })).toHaveCount(1);
  await finish(second);
  await second.close();

  const third = await (await newBrowser()).newPage();
  await signIn(third, 'consensus@demo');
  await takeRole(third, 'Reviewer', /\/review/);
  await openReview(third);
  await third.getByRole('button', { name: /^Consensus of 2 reviews/ }).click();
  // Both readers over one picture, without their names.
  const images = third.getByTestId('consensus-image');
  const differing = images.filter({ hasText: 'differs' });
  await expect(differing.first()).toBeVisible();
  await expect(third.getByRole('toolbar', { name: 'Consensus of reviews' })).toContainText('2 reviews, names hidden');
  await expect(third.getByText('several@demo')).toHaveCount(0);
  const picture = third.getByTestId('review-picture');
  await expect(picture).toHaveAttribute('data-frame', /\d/);
  await images.filter({ hasText: '4-chamber 2D' }).click();
  const panel = third.getByRole('complementary', { name: 'Consensus' });
  await expect(panel).toContainText(/View: A Sweep, B A4C/);
  const drawn = third.locator('svg [data-reader=true]');
  await expect(drawn).toHaveCount(2);
  await expect(panel.getByTestId('consensus-line').first()).toContainText(/[01]\.\d{3}/);
  await third.keyboard.press('o');
  await expect(drawn).toHaveCount(1);
  for (let n = 0; n < 3; n += 1) await third.keyboard.press('o');
  await look(third, 'consensus', [third.getByRole('toolbar', { name: 'Consensus of reviews' }), panel]);
  // One line of the one, then the whole image of the other, by keys; undone, and taken again.
  await images.filter({ hasText: '2-chamber 2D' }).click();
  // The values of a followed cycle are in the same table: only one of the readers followed it.
  const strain = panel.getByRole('row', { name: /^LV endo curve, peak strain %/ });
  await expect(strain).toHaveText(/—-\d+\.\d+——$/);
  await strain.scrollIntoViewIfNeeded();
  await look(third, 'consensus-curves', [strain]);
  const lines = panel.getByTestId('consensus-line');
  const moved = panel.locator('[data-testid=consensus-line][data-agreed=false]').first();
  await moved.getByRole('button').first().click();
  await third.keyboard.press('b');
  await expect(moved.getByRole('button', { name: /of B$/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(images.filter({ hasText: '2-chamber 2D' })).toContainText('taken B');
  await third.keyboard.press('Control+z');
  await expect(images.filter({ hasText: '2-chamber 2D' })).toContainText('differs');
  await third.keyboard.press('a');
  await expect(images.filter({ hasText: '2-chamber 2D' })).toContainText(/taken/);
  await expect(lines.first()).toBeVisible();
  await third.keyboard.press('Shift+B');
  await expect(strain).toHaveText(/—(-\d+\.\d+)—\1$/);
  await images.filter({ hasText: '4-chamber 2D' }).click();
  await third.keyboard.press('Shift+B');
  await expect(images.filter({ hasText: '4-chamber 2D' })).toContainText('taken B');
  await third.getByRole('button', { name: /^Confirm \d+ that agree/ }).click();
  await expect(images.filter({ hasText: /^[^]*agreed$/ })).toHaveCount(0);
  await third.goBack();
  await expect(panes(third).first()).toBeVisible();
  await expectSaved(third);
  await finish(third);
  await expect(row(third)).toContainText('consensus');

  const team = await (await newBrowser()).newPage();
  await signIn(team, 'prisma-review@demo');
  await team.waitForURL(/\/prisma-review/);
  await team.getByRole('tab', { name: PROJECT }).click();
  // One study, one card: of the consensus review, which replaces the two that it settled.
  const card = team.getByRole('region', { name: new RegExp(`^Patient ${PATIENT}`) });
  await expect(card).toHaveCount(1);
  await expect(card.getByRole('list', { name: 'Reviews that the outcome settles' })).toHaveText(
    'Reader A on the work of Editor A · consensus',
  );
  await card.getByRole('button', { name: 'Include study' }).click();
  await expect(card).toHaveCount(0);
  await third.reload();
  await expect(row(third)).toContainText('Suboptimal');

  // The consensus becomes a gold case, which readers are compared with.
  await openReview(third);
  await third.getByRole('button', { name: 'Make gold case' }).click();
  await third.getByRole('dialog').getByRole('button', { name: 'Make gold case' }).click();
  await expect(third.getByRole('button', { name: 'Gold case', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await look(third, 'gold-case', [third.getByRole('toolbar', { name: 'Review' })]);
  const admin = await (await newBrowser()).newPage();
  await signIn(admin, 'admin@demo');
  await takeRole(admin, 'Admin', /\/administration\/projects/);
  await admin.getByRole('button', { name: new RegExp(PROJECT) }).click();
  await admin.getByRole('button', { name: /^Assignments/ }).click();
  await admin.getByRole('button', { name: 'Gold cases', exact: true }).click();
  await expect(admin.getByTestId('gold-candidate')).toBeChecked();
  await expect(admin.getByText(/settled by consensus.*marked by consensus/)).toBeVisible();
  await admin.close();
  const scientist = await (await newBrowser()).newPage();
  await enter(scientist, 'data@demo', 'Data scientist');
  await scientist.goto('/studies?project=demo-cycles-adult&tab=stats');
  await scientist.getByRole('button', { name: 'Update now' }).click();
  await expect(scientist.getByRole('region', { name: 'DATA STATISTICS', exact: true })).toBeVisible();
  await scientist.keyboard.press('3');
  await expect(scientist.getByRole('combobox', { name: 'First reader' })).toHaveValue(/^Gold cases/);
  const certificates = scientist.getByRole('region', { name: 'Certificates' });
  await expect(certificates.getByTestId('certificate-row').first()).toContainText('none');
  // One gold case is too few.
  await expect(certificates.getByRole('button', { name: 'Issue' }).first()).toBeDisabled();
  await certificates.scrollIntoViewIfNeeded();
  await look(scientist, 'certificates', [scientist.getByRole('banner').first(), scientist.getByRole('note')]);
});
