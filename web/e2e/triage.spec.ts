/** A Reviewer's tasks with likely changes first, each with its reasons. */
import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { chooseProject, rows, signIn, takeRole } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Likely changes' });
const byChance = (page: Page) => page.getByRole('switch', { name: 'Likely changes first' });

interface Answered {
  entries: { study_id: string; editor: string; chance: number; drawn: boolean; reasons: { text: string }[] }[];
}

test('a Reviewer sees likely changes first and why, opens the first entry, and can go back to the order by column', async ({ page }) => {
  await signIn(page, 'reviewer@demo');
  await takeRole(page, 'Reviewer', /\/review/);
  await chooseProject(page, 'Demo readers adult');
  const answer = page.waitForResponse((response) => response.url().endsWith('/reviews/queue'));
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.waitForURL(/\/tasks\?project=demo-readers-adult/);
  await expect(byChance(page)).toBeChecked();
  const { entries } = (await (await answer).json()) as Answered;
  expect(entries.length).toBeGreaterThan(1);
  await expect(rows(page).first()).toBeVisible();
  const shown = entries.slice(0, await rows(page).count());
  for (const [n, { editor, reasons, drawn }] of shown.entries()) {
    await expect(rows(page).nth(n)).toContainText(editor);
    await expect(rows(page).nth(n)).toContainText(reasons[0]?.text ?? (drawn ? 'drawn at random' : 'Nothing stands out'));
  }
  const ordered = entries.filter(({ drawn }) => !drawn).map(({ chance }) => chance);
  expect(ordered).toEqual(ordered.toSorted((a, b) => b - a));

  // The panel follows the row that the keys are on.
  const reasonsOf = (n: number) => entries[n]?.reasons.map(({ text }) => text) ?? [];
  await expect(panelOf(page)).toContainText('chance that a review changes a conclusion');
  for (const text of reasonsOf(0)) await expect(panelOf(page)).toContainText(text);
  await page.keyboard.press('ArrowDown');
  for (const text of reasonsOf(1)) await expect(panelOf(page)).toContainText(text);
  await page.keyboard.press('ArrowUp');
  await look(page, 'tasks-by-chance', [page.getByRole('banner').first(), page.getByRole('table'), panelOf(page)]);

  // A column sorts as before, and the switch brings the order back.
  await page.getByRole('button', { name: 'Updated' }).click();
  await expect(byChance(page)).not.toBeChecked();
  await expect(page.getByRole('columnheader', { name: 'Updated' })).toHaveAttribute('aria-sort', 'descending');
  await expect(panelOf(page)).toHaveCount(0);
  await byChance(page).press('Space');
  await expect(panelOf(page)).toBeVisible();
  await expect(rows(page).first()).toContainText(entries[0]?.editor ?? '');

  await page.keyboard.press('Escape');
  await rows(page).first().focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/validation/);
});
