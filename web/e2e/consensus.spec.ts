/** Two reviewers disagree, a third settles it, the editor goes on, and a team decides. */
import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';
import { chooseProject, enter, expectSaved, finishReview, label, openStudy, rowOf, signIn, takeRole } from './support/steps.ts';

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
  await changeView(editor, 'Sweep');
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
  // The image itself, and the one whose biplane values come from it too.
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
  await finish(second);
  await second.close();

  const third = await (await newBrowser()).newPage();
  await signIn(third, 'consensus@demo');
  await takeRole(third, 'Reviewer', /\/review/);
  await openReview(third);
  await third.getByRole('button', { name: /^Consensus of 2 reviews/ }).click();
  const dialog = third.getByRole('dialog');
  const differing = dialog.locator('[data-testid=consensus-image][data-agreed=false]');
  await expect(differing.first()).toBeVisible();
  await expect(dialog.getByText(/^Dice /).first()).toBeVisible();
  await expect(differing.filter({ hasText: '4-chamber 2D' })).toContainText(/Sweep.*A4C/s);
  await look(third, 'consensus', [dialog]);
  await differing
    .first()
    .getByRole('button', { name: /several@demo$/ })
    .click();
  await third.keyboard.press('Escape');
  await expectSaved(third);
  await finish(third);

  const team = await (await newBrowser()).newPage();
  await signIn(team, 'prisma-review@demo');
  await team.waitForURL(/\/prisma-review/);
  await team.getByRole('tab', { name: PROJECT }).click();
  // One study, one card: of the consensus review, which replaces the two that it settled.
  const card = team.getByRole('region', { name: new RegExp(`^Patient ${PATIENT}`) });
  await expect(card).toHaveCount(1);
  await expect(card.getByRole('list', { name: 'Reviews that the outcome settles' })).toHaveText(
    'consensus@demo on the work of editor@demo · consensus',
  );
  await card.getByRole('button', { name: 'Include study' }).click();
  await expect(card).toHaveCount(0);
  await third.reload();
  await expect(row(third)).toContainText('Suboptimal');
});
