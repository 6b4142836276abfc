/** The Reference page: what the project requires of each image, by mouse and by keys, and the next best action from there and back. */
import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { expect, test } from './support/test.ts';
import { chooseImage, enter, expectPicture, expectSaved, label, openStudy, signIn, takeRole } from './support/steps.ts';

const openReference = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Reference', exact: true }).click();
  await expect(page.getByTestId('board')).toBeVisible();
};
const card = (page: Page, name: string) => page.getByTestId('board').getByRole('group', { name, exact: true });
const state = (page: Page) => page.getByTestId('study-state');
const next = (page: Page) => page.getByTestId('next-action');

test('what is required, missing and undone; declaring and withdrawing; the next best action', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo cycles adult', 'C05');
  await openReference(page);
  await expect(state(page)).toHaveText(/Study state\s*Incomplete\s*1 of 2 required types complete/);
  const outflow = card(page, 'Aortic outflow, A5C');
  await expect(outflow).toHaveAttribute('data-met', 'false');
  await expect(outflow.getByRole('listitem')).toHaveText(['Quality: done', 'Timing: required, undone', 'Segmentation: required, undone']);
  await expect(card(page, '4-chamber 2D is missing')).toHaveAttribute('data-met', 'true');
  const parts = [page.getByRole('banner').first(), page.getByTestId('board'), next(page), page.getByRole('note')];
  await look(page, 'reference', parts);
  const picture = await outflow.locator('img').boundingBox();
  expect(picture?.height).toBeLessThanOrEqual(350);

  // Withdrawn by mouse, declared by key, undone and done again.
  await page.getByRole('button', { name: 'Withdraw' }).click();
  const required = card(page, '4-chamber 2D is required');
  await expect(required).toHaveAttribute('data-met', 'false');
  await expect(required).toContainText('unless');
  await expect(required.getByRole('checkbox', { name: 'Image is missing in study' })).not.toBeChecked();
  await expect(state(page)).toContainText('0 of 2 required types complete');
  await page.keyboard.press('x');
  await expect(card(page, '4-chamber 2D is missing')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(required).toBeVisible();
  await page.keyboard.press('Control+y');
  await expect(card(page, '4-chamber 2D is missing')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expectSaved(page);
  await page.reload();
  await required.getByRole('checkbox', { name: 'Image is missing in study' }).click();
  await expect(card(page, '4-chamber 2D is missing')).toBeVisible();

  const tag = (name: RegExp | string) => page.getByRole('group', { name: 'Images shown' }).getByRole('button', { name });
  await tag(/^Not completed/).click();
  await expect(page.getByTestId('board').locator('[data-met]')).toHaveCount(1);
  await tag('PW Doppler').click();
  await expect(page.getByTestId('board').locator('[data-met]')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'PW Doppler' })).toHaveCount(0);
  await tag('PW Doppler').click();

  // Quality and comments of the image in focus, in place of the next action.
  await outflow.getByRole('button').first().focus();
  await page.keyboard.press('q');
  await expect(page.getByRole('region', { name: 'Quality' })).toContainText('Adequate for analysis');
  await look(page, 'reference-quality', parts.slice(0, 2));
  await expect(next(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Close quality and comments' }).click();

  // One key goes to the next action, and names it with its reason.
  await expect(next(page)).toContainText('Time the cycles of Aortic outflow');
  await expect(next(page)).toContainText('Required by Demo cycles adult.');
  await page.keyboard.press('n');
  await page.waitForURL((url) => url.pathname !== '/reference');
  await expectPicture(page);
});

test('an unmarked reference is chosen again, only by keys; Shift+N from the selection', async ({ page }) => {
  await enter(page, 'blind@demo', 'Blind editor');
  await openStudy(page, 'Demo fetal', 'F04');
  for (const [number, view] of [
    [1, 'Apical 4C'],
    [2, 'Basal 4C'],
  ] as const) {
    await chooseImage(page, number);
    await label(page, '2D type', '4-chamber 2D');
    await label(page, 'View', view);
  }
  await openReference(page);
  await expect(card(page, '4-chamber 2D, Apical 4C')).toBeVisible();
  await page.keyboard.press('*');
  const choice = page.getByRole('article', { name: '4-chamber 2D' });
  await expect(choice).toContainText('Choose one');
  await expect(choice.getByRole('group')).toHaveCount(2);
  await expect(next(page)).toContainText('Choose one 4-chamber 2D');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('*');
  const basal = card(page, '4-chamber 2D, Basal 4C');
  await expect(basal).toHaveAttribute('data-current', 'true');
  await expect(next(page)).toContainText('Assess 4-chamber 2D');
  await page.keyboard.press('s');
  await expect(next(page)).not.toContainText('Assess 4-chamber 2D');
  // A missing type is looked for among the unlabelled images.
  await page.keyboard.press('ArrowRight');
  await expect(card(page, 'Umbilical artery is required')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/selection/);
  await expectPicture(page);
  await page.keyboard.press('Shift+n');
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('Assess 4-chamber 2D');
  await expectSaved(page);
});

test('a Viewer sees everything and changes nothing; a Reviewer reads that the page is not theirs', async ({ page }) => {
  await signIn(page, 'reviewer@demo');
  await takeRole(page, 'Reviewer', /\/review/);
  for (const foreign of ['/reference', '/overview']) {
    await page.goto(foreign);
    await expect(page.getByText('URL not compatible')).toBeVisible();
    await page.waitForURL(/\/review/);
  }

  await enter(page, 'viewer@demo', 'Viewer');
  await openStudy(page, 'Demo cycles adult', 'C05');
  await openReference(page);
  await expect(next(page)).toContainText('As a Viewer you can read this study but not change it');
  await expect(page.getByRole('button', { name: /^Reference: / }).first()).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('*');
  await page.keyboard.press('x');
  await expect(card(page, 'Aortic outflow, A5C')).toBeVisible();
  await page.goto('/reference');
  await expect(page.getByText('This address does not name a study')).toBeVisible();
});
