/** The job without a mouse, and keys that keep still while somebody types. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { expectPicture, expectSaved, rows, thumbnails } from './support/steps.ts';

/** Presses Tab until the focus is on something with this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    );
    if (name.test(focused)) return;
  }
  throw new Error(`Tab never reached ${name}`);
}

test('sign-in, list, preview, label and save by keyboard alone', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: /\beditor2@demo / })).toBeVisible();
  await tabTo(page, /editor2@demo /);
  await page.keyboard.press('Enter');
  // One role, and nothing to choose.
  await page.waitForURL(/\/studies/);
  await expect(rows(page).first()).toBeVisible();
  await tabTo(page, /^Demo adult/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Demo adult' })).toHaveAttribute('aria-selected', 'true');
  await expect(rows(page).first()).toBeVisible();

  // '/' goes to the search, where keys are letters; Enter leaves it.
  await page.keyboard.press('/');
  await page.keyboard.type('A02');
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Search patient by ID' })).not.toBeFocused();
  // The older of the two stands second; the newest has no labels yet.
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/preview/);
  await expect(thumbnails(page)).toHaveCount(3);
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('x');
  await expect(page.getByRole('button', { name: 'DONE 2/3' })).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByRole('button', { name: 'DONE 3/3' })).toBeVisible();
  await tabTo(page, /^DONE/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/selection/);
  await expectPicture(page);

  await page.keyboard.press('ArrowDown');
  await expect(thumbnails(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
  await tabTo(page, /^View: /);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.type('A5C');
  await expect(page.getByRole('option').first()).toHaveText(/A5C/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(thumbnails(page).nth(1)).toHaveAccessibleName(/Image 2: A5C/);
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  await page.keyboard.press('n');
  await expect(thumbnails(page).nth(2)).toHaveAttribute('aria-pressed', 'true');
});

test('keys do nothing while typing or in a dialog', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /\bviewer@demo / }).click();
  await page.getByRole('tab', { name: 'Demo adult' }).click();
  await rows(page).filter({ hasText: 'A01' }).click();
  await page.waitForURL(/\/selection/);
  await expectPicture(page);
  const frame = page.getByTestId('frame-number');
  await page.keyboard.press('ArrowRight');
  await expect(frame).toHaveText('2');

  await page.keyboard.press('i');
  const filter = page.getByRole('textbox', { name: 'Filter elements' });
  await filter.click();
  await page.keyboard.type('rows i');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Home');
  await expect(filter).toHaveValue('rows i');
  await expect(frame).toHaveText('2');
  await page.getByRole('button', { name: 'Close metadata' }).click();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(frame).toHaveText('2');
  await expect(thumbnails(page).first()).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(frame).toHaveText('3');
});
