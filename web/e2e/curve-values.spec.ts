/** Values of the curves of a followed cycle on paper, next to another editor's, and over the visits of a patient. */
import type { Page } from '@playwright/test';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { studyPath } from '../src/lib/study-link.ts';
import { look } from './support/look.ts';
import { post } from './support/rings.ts';
import { chooseTraced, keys, mode, openSegmentation } from './support/segmentation.ts';
import { enter, expectSaved } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const FOLLOWED_MS = 60_000;

const wholeCycle = (page: Page) => page.getByRole('region', { name: 'Whole cycle' });

/** Follows the lines of the cycle in work, and accepts them. */
async function follow(page: Page): Promise<void> {
  await keys(page, 'v');
  await expect(wholeCycle(page)).toContainText('not accepted', { timeout: FOLLOWED_MS });
  await keys(page, 'y');
  await expect(wholeCycle(page)).not.toContainText('not accepted');
  await expectSaved(page);
}

test('two editors who followed one cycle have values of its curves side by side, and on paper', async ({ page }) => {
  test.setTimeout(4 * FOLLOWED_MS);
  const whole = wholeCycle(page);
  await enter(page, 'editor@demo');
  const image = await openSegmentation(page, 'Demo cycles adult', 'C04', /4-chamber/);
  const from = Number(image.cardiac_events[0]?.end_diastole);
  await mode(page, 'Finished');
  await keys(page, 'd');
  await follow(page);

  // Another editor corrects one frame and follows again.
  await enter(page, 'editor2@demo');
  await openSegmentation(page, 'Demo cycles adult', 'C04', /4-chamber/);
  await mode(page, 'Finished');
  await keys(page, 'd');
  await whole.getByRole('button', { name: new RegExp(`^ED frame ${from}\\b`) }).click();
  await keys(page, '.', '.', '.', 'n', 'Shift+ArrowRight');
  await expect(whole).toContainText('outdated');
  await follow(page);

  await page.getByRole('link', { name: 'Report' }).click();
  await expect(page.getByTestId('cycle-values')).toBeVisible({ timeout: FOLLOWED_MS });
  const sheet = page.getByTestId('print-sheet');
  await expect(sheet).toContainText('LV endo curve, EF');
  await expect(sheet).toContainText('lines followed by speckle-tracking 6');
  // How far the value moves with the drawn points is the same number on the screen, with its decimals, and on paper.
  const shown = page
    .getByTestId('cycle-values')
    .getByRole('row', { name: /^LV endo, EF/ })
    .first();
  await expect(shown).toContainText(/± \d+\.\d/, { timeout: FOLLOWED_MS });
  const spread = Number(/± (\d+\.\d)/.exec((await shown.textContent()) ?? '')?.[1]);
  const printed = /± (\d+\.\d\d)/.exec(
    (await sheet.getByRole('row', { name: /^LV endo curve, EF/, includeHidden: true }).textContent()) ?? '',
  );
  expect(Math.abs(Number(printed?.[1]) - spread)).toBeLessThanOrEqual(0.05 + Number.EPSILON);
  await expect(sheet).toContainText('within this in 95 % of repetitions');
  await shown.scrollIntoViewIfNeeded();
  await look(page, 'report-cycle-values', []);
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

test('a value of curves has a trend over two visits of a patient', async ({ page }) => {
  test.setTimeout(6 * FOLLOWED_MS);
  await enter(page, 'editor@demo');
  const { studies } = await post<{ studies: StudyRow[] }>(page, 'studies/get', {
    search_query: { medical_data_type: 'US', active: true },
    db_name: 'demo_visits_adult',
  });
  const visits = studies
    .filter(({ patient_show }) => patient_show === 'V02')
    .toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? ''));
  const [first, , last] = visits;
  if (!first || !last) throw new Error('The demo has no patient seen three times');
  const pageOf = ({ study_id, date, patient, patient_show, data_type, project }: StudyRow, of: 'segmentation' | 'measurements') =>
    studyPath(of, { study_id, study_date: date ?? '', patient_id: patient, patient_id_show: patient_show, data_type, project });
  for (const visit of [first, last]) {
    await page.goto(pageOf(visit, 'segmentation'));
    await chooseTraced(page, /4-chamber/);
    await mode(page, 'Finished');
    await keys(page, 'd');
    await follow(page);
  }

  await page.goto(pageOf(last, 'measurements'));
  const section = page.getByTestId('cycle-values');
  await expect(section).toBeVisible({ timeout: FOLLOWED_MS });
  await section
    .getByRole('combobox', { name: 'Trend of a value of curves' })
    .selectOption({ label: '4-chamber 2D, A4C: LV endo curve, EF' });
  const trend = page.getByRole('region', { name: 'Trend of LV endo curve, EF' });
  await trend.getByRole('button', { name: 'Show trend' }).click();
  // The visit in between was not followed, and has no value of curves.
  const percent = String.raw`(\d+\.\d\d)%`;
  await expect(trend.getByRole('listitem')).toHaveText([new RegExp(`^${first.date}${percent}$`), new RegExp(`^${last.date}${percent}$`)], {
    timeout: FOLLOWED_MS,
  });
  // A date and its value follow each other without a space.
  const isoDate = /^\d{4}-\d\d-\d\d/;
  const texts = await trend.getByRole('listitem').allTextContents();
  const values = texts.map((text) => Number(new RegExp(percent).exec(text.replace(isoDate, ''))?.[1]));
  // The ventricle of this patient is drawn weaker at each visit.
  expect(values[0]).toBeGreaterThan((values[1] ?? NaN) + 5);
  await trend.scrollIntoViewIfNeeded();
  await look(page, 'report-trend-curves', []);
});
