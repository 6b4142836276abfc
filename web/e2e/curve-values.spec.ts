/** Values of the curves of a followed cycle on paper, and next to another editor's. */
import { look } from './support/look.ts';
import { keys, mode, openSegmentation } from './support/segmentation.ts';
import { enter, expectSaved } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const FOLLOWED_MS = 60_000;

test('two editors who followed one cycle have values of its curves side by side, and on paper', async ({ page }) => {
  test.setTimeout(4 * FOLLOWED_MS);
  const whole = page.getByRole('region', { name: 'Whole cycle' });
  const follow = async (): Promise<void> => {
    await keys(page, 'v');
    await expect(whole).toContainText('not accepted', { timeout: FOLLOWED_MS });
    await keys(page, 'y');
    await expect(whole).not.toContainText('not accepted');
    await expectSaved(page);
  };
  await enter(page, 'editor@demo');
  const image = await openSegmentation(page, 'Demo cycles adult', 'C04', /4-chamber/);
  const from = Number(image.cardiac_events[0]?.end_diastole);
  await mode(page, 'Finished');
  await keys(page, 'd');
  await follow();

  // Another editor corrects one frame and follows again.
  await enter(page, 'editor2@demo');
  await openSegmentation(page, 'Demo cycles adult', 'C04', /4-chamber/);
  await mode(page, 'Finished');
  await keys(page, 'd');
  await whole.getByRole('button', { name: new RegExp(`^ED frame ${from}\\b`) }).click();
  await keys(page, '.', '.', '.', 'n', 'Shift+ArrowRight');
  await expect(whole).toContainText('outdated');
  await follow();

  await page.getByRole('link', { name: 'Report' }).click();
  await expect(page.getByTestId('cycle-values')).toBeVisible({ timeout: FOLLOWED_MS });
  const sheet = page.getByTestId('print-sheet');
  await expect(sheet).toContainText('LV endo curve, EF');
  await expect(sheet).toContainText('lines followed by speckle-tracking 4');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('menuitem', { name: 'editor@demo' }).click();
  const row = page.getByTestId('compared').filter({ hasText: 'LV endo curve, EDV' });
  await expect(row.getByRole('cell')).toHaveText(
    ['Curves', '4-chamber 2D', /^\d+\.\d\d$/, /^\d+\.\d\d$/, 'ml', /^[+-]?\d+\.\d\d$/, /^[+-]?\d+\.\d\d$/],
    { timeout: FOLLOWED_MS },
  );
  await row.scrollIntoViewIfNeeded();
  await look(page, 'report-compare-curves', [page.getByTestId('comparison')]);
});
