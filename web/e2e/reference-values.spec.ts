/** Values among published reference values: in the report, with sources side by side and a curve, and beside live values. */
import type { Locator, Page } from '@playwright/test';
import { look } from './support/look.ts';
import { enter, openStudy } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { postFrom } from './support/requests.ts';

const cards = (page: Page): Locator => page.getByTestId('report-value');
const card = (page: Page, name: string, image: string): Locator =>
  cards(page)
    .filter({ has: page.getByText(name, { exact: true }) })
    .filter({ hasText: image });
const openReport = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByText(/^Reading the files/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
};
const numbersIn = (text: string): number[] => [...text.matchAll(/-?\d+(?:\.\d+)?/g)].map(([number]) => Number(number));

/** Of the demo's patient C01. */
const BODY = { height_cm: 168, weight_kg: 63 };

/** Ten years old. */
const CHILD = { age_days: 3653, height_cm: 138, weight_kg: 40 };

/** Du Bois and Du Bois 1916, m2. */
const surface = (height_cm: number, weight_kg: number): number => 0.007184 * weight_kg ** 0.425 * height_cm ** 0.725;

test('an adult: z-score, percentile and the limits of this patient with their source, sources side by side, and ranges instead', async ({
  page,
}) => {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo cycles adult', 'C01');
  await openReport(page);
  // 16 to 34 ml/m2 (ASE/EACVI 2015), for the body surface of this patient.
  const atrium = card(page, 'LA volume biplane', '2-chamber 2D');
  await expect(atrium).toContainText('ASE/EACVI 2015');
  const limits = numbersIn((await atrium.getByText(/^normal \d/).textContent()) ?? '');
  const bsa = surface(BODY.height_cm, BODY.weight_kg);
  expect(limits[0]).toBeCloseTo(16 * bsa, 1);
  expect(limits[1]).toBeCloseTo(34 * bsa, 1);
  // From 41 to 60 years IVRT is 74 ms with a standard deviation of 7 (EAE/ASE 2009).
  const relaxation = card(page, 'IVRT', 'Mitral inflow');
  const z = (Number(await relaxation.locator('strong').textContent()) - 74) / 7;
  await expect(relaxation.getByTestId('standing')).toContainText(`z ${z.toFixed(1)}`);
  await expect(relaxation).toContainText('normal 60 – 88 ms');
  await look(page, 'report-references', [page.getByTestId('report')]);

  await relaxation.click();
  const section = page.getByRole('region', { name: 'Reference values of IVRT' });
  await expect(section.getByRole('button', { pressed: true })).toContainText('EAE/ASE 2009');
  await expect(section.getByRole('button', { pressed: true })).toContainText('in use');
  await expect(section.getByRole('img', { name: 'IVRT against age: limits of EAE/ASE 2009' })).toBeVisible();
  await section.scrollIntoViewIfNeeded();
  await look(page, 'report-reference-curve', [page.getByRole('complementary', { name: 'Explanation of IVRT' })]);

  await page.keyboard.press('Escape');
  await page.keyboard.press('z');
  await expect(page.getByTestId('standing')).toHaveCount(0);
  await page.keyboard.press('z');
  await expect(relaxation.getByTestId('standing')).toBeVisible();
});

test('a fetus: z-score by gestational age or size, the same in the report and beside the live value', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo cycles fetal', 'D01');
  await openReport(page);
  // By gestational age and femur length (Schneider 2005), and by age (INTERGROWTH-21st).
  const length = card(page, 'LV length ED', '4-chamber 2D');
  await expect(length.getByTestId('standing')).toContainText(/z −?\d\.\d\s*Schneider 2005\s*percentile \d+/);
  await look(page, 'report-references-fetal', [page.getByTestId('report')]);
  const shown = (await length.locator('strong').textContent()) ?? '';
  const standing = (await length.getByTestId('standing').locator('b').textContent()) ?? '';
  await length.click();
  await page.getByRole('link', { name: 'Open the points' }).click();
  const live = page.getByTestId('measured').filter({ hasText: 'LV length ED' });
  await expect(live.getByTestId('value')).toHaveText(shown);
  await expect(live.getByTestId('stands')).toHaveText(`${standing}, Schneider 2005`);
});

test('a child: the height that is missing is asked for and entered, and z-scores by body surface follow', async ({ page }) => {
  await enter(page, 'editor@demo');
  const asked = page.waitForRequest(/analysis\/get/);
  await openStudy(page, 'Demo cycles adult', 'C01');
  const request = await asked;
  const { id, db_name, medical_data_type } = request.postDataJSON() as { id: string; db_name: string; medical_data_type: string };
  const describe = async (call: string, data: object): Promise<void> => {
    const url = request.url().replace('analysis/get', `studies/${call}`);
    const answer = await postFrom(page, url, {
      headers: await request.allHeaders(),
      data: { study_id: id, db_name, medical_data_type, ...data },
    });
    expect(answer.status()).toBe(200);
  };
  // Read as a child whose files contain no height.
  await describe('set_quantities', { age_days: CHILD.age_days, height_cm: null, weight_kg: CHILD.weight_kg });
  await describe('set_data_type', { data_type: 'pediatric' });
  await page.reload();
  await openReport(page);
  const diameter = card(page, 'LVIDd', 'LV M-Mode');
  await expect(diameter).toContainText('Needs height');
  await expect(diameter.getByTestId('standing')).toHaveCount(0);
  const needs = page.getByRole('region', { name: 'Required for normal ranges' });
  await expect(needs).toContainText('height: not recorded in the study');
  await look(page, 'report-child-needs-height', [needs, page.getByTestId('report')]);
  await page.keyboard.press('q');
  await expect(needs.getByLabel('Height')).toBeFocused();
  await page.keyboard.type(String(CHILD.height_cm));
  await page.keyboard.press('Enter');
  await expect(needs).toHaveCount(0);

  // Pettersen 2008: ln of cm in M-mode = 0.105 + 2.859 BSA - 2.119 BSA2 + 0.552 BSA3, variance 0.010; BSA of Du Bois.
  const bsa = surface(CHILD.height_cm, CHILD.weight_kg);
  const mean = 0.105 + 2.859 * bsa - 2.119 * bsa ** 2 + 0.552 * bsa ** 3;
  const z = (Math.log(Number(await diameter.locator('strong').textContent())) - mean) / Math.sqrt(0.01);
  await expect(diameter.getByTestId('standing')).toContainText('Pettersen 2008');
  const shown = numbersIn(((await diameter.getByTestId('standing').locator('b').textContent()) ?? '').replace('−', '-'));
  // Both are rounded: the diameter to 0.01 cm, z to 0.1.
  expect(Math.abs((shown[0] ?? Number.NaN) - z)).toBeLessThan(0.08);
  await look(page, 'report-child', [page.getByTestId('report')]);
});
