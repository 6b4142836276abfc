/** Statistics of a project, in place of its list: made on request, filtered, and a way into the studies. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { chooseProject, enter, openStudy, signIn } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { postFrom } from './support/requests.ts';

const block = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function openStatistics(page: Page, project: string): Promise<void> {
  await chooseProject(page, project);
  await page.getByRole('link', { name: 'Project statistics' }).click();
  await page.waitForURL(/tab=stats/);
}

async function update(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Update now' }).click();
  await expect(block(page, 'DATA STATISTICS')).toBeVisible();
  await expect(page.getByText(/Last update \d{4}-\d{2}-\d{2} \d{2}:\d{2} \(UTC\+0\)/)).toBeVisible();
}

test('statistics are made on request, and their numbers match the list', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openStatistics(page, 'Demo cycles adult');
  await expect(page.getByText('There are no statistics for this project yet.')).toBeVisible();
  await update(page);
  await expect(page.getByRole('button', { name: 'DATA STATISTICS' })).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('button', { name: 'IMAGE QUALITY STATISTICS' })).toHaveAttribute('aria-expanded', 'false');
  // Seven studies are in the list of this project.
  await expect(block(page, 'DATA STATISTICS')).toContainText(/^.*7 studies/);
  await expect(page.getByRole('table', { name: 'Studies' }).getByRole('row')).toHaveText([/Data type/, /adult\s*7/]);
  // Limits of men and women are two level bands: no line joins one person's limits to another's.
  await page.getByRole('combobox', { name: 'Measurement' }).click();
  await page.getByRole('option', { name: /^LVIDd .*LV M-Mode/ }).click();
  const bands = page.getByTestId('band');
  await expect(bands.first()).toBeVisible();
  for (const shape of await bands.locator('path:first-of-type').evaluateAll((paths) => paths.map((one) => one.getAttribute('d') ?? ''))) {
    const heights = new Set([...shape.matchAll(/[\d.]+,([\d.]+)/g)].map((match) => match[1]));
    expect(heights.size).toBe(2);
  }
  await look(page, 'statistics', [page.getByRole('banner').first(), page.getByRole('note')]);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Tables as CSV' }).click();
  const file = await (await saved).path();
  expect(await readFile(file, 'utf8')).toMatch(/^"Studies"\r\n"Data type","Studies"/);
});

/** IVRT by age, ms: mean and standard deviation (Nagueh SF et al. 2009, J Am Soc Echocardiogr 22:107-133, table 1). */
function relaxation(years: number): readonly [mean: number, sd: number] {
  if (years < 21) return [50, 9];
  if (years < 41) return [67, 8];
  return years < 61 ? [74, 7] : [87, 7];
}

test('the values of a project among its reference values: z-scores by source, counts by the limits, and a file with the same', async ({
  page,
}) => {
  await enter(page, 'editor@demo');
  await openStatistics(page, 'Demo cycles adult');
  await update(page);
  const data = block(page, 'DATA STATISTICS');
  await page.getByRole('combobox', { name: 'Measurement' }).click();
  await page.getByRole('option', { name: /^IVRT \(ms\) . Mitral inflow/ }).click();
  await expect(data.getByTestId('sources')).toContainText('EAE/ASE 2009');
  const titles = await data.getByRole('group', { name: 'IVRT by age' }).locator('g[data-mark] title').allTextContents();
  const zs = titles
    .map((title) => /: ([\d.]+) ms at ([\d.]+) years/.exec(title))
    .map((found) => {
      const [mean, sd] = relaxation(Number(found?.[2]));
      return (Number(found?.[1]) - mean) / sd;
    })
    .toSorted((a, b) => a - b);
  expect(zs.length).toBeGreaterThan(0);
  await data.getByRole('button', { name: 'Reference values', exact: true }).click();
  const table = data.getByRole('table', { name: 'Reference values' });
  const row = table.getByRole('row', { name: /^IVRT Mitral inflow adult EAE\/ASE 2009 z/ });
  await expect(row).toBeVisible();
  const cells = await row.getByRole('cell').allTextContents();
  const middle = (zs.length - 1) / 2;
  const median = ((zs[Math.floor(middle)] ?? 0) + (zs[Math.ceil(middle)] ?? 0)) / 2;
  expect(Number(cells[5])).toBe(zs.length);
  expect(Number(cells[6]?.replace('−', '-'))).toBeCloseTo(median, 1);
  expect(cells.slice(9, 12).map(Number)).toEqual([
    zs.filter((z) => z < -2).length,
    zs.filter((z) => Math.abs(z) <= 2).length,
    zs.filter((z) => z > 2).length,
  ]);
  await look(page, 'statistics-references', [page.getByRole('banner').first(), page.getByRole('note')]);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Tables as CSV' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text).toContain('"Reference values"\r\n"Measurement","Image type","Data type","Source","Scale","n","Median"');
  expect(text).toContain('"IVRT","Mitral inflow","adult","EAE/ASE 2009","z"');
});

test('children are plotted against body surface with the curve of their source, and a missing height is named', async ({ page }) => {
  test.slow();
  await enter(page, 'editor@demo');
  const describe = async (patient: string, facts: object): Promise<void> => {
    const asked = page.waitForRequest(/analysis\/get/);
    await openStudy(page, 'Demo cycles adult', patient);
    const request = await asked;
    const { id, db_name, medical_data_type } = request.postDataJSON() as { id: string; db_name: string; medical_data_type: string };
    for (const [call, change] of [
      ['set_quantities', facts],
      ['set_data_type', { data_type: 'pediatric' }],
    ] as const) {
      const url = request.url().replace('analysis/get', `studies/${call}`);
      const data = { study_id: id, db_name, medical_data_type, ...change };
      expect((await postFrom(page, url, { headers: await request.allHeaders(), data })).status()).toBe(200);
    }
    await page.getByRole('link', { name: 'Studies', exact: true }).click();
  };
  await describe('C01', { age_days: 3653, height_cm: 138, weight_kg: 40 });
  await openStatistics(page, 'Demo cycles adult');
  await update(page);
  const data = block(page, 'DATA STATISTICS');
  // Statistics of an earlier journey may still be shown.
  await expect(page.getByRole('table', { name: 'Studies' }).getByRole('row', { name: /pediatric/ })).toBeVisible();
  await page.getByRole('combobox', { name: 'Measurement' }).click();
  await page.getByRole('option', { name: /^LVIDd .*LV M-Mode . pediatric/ }).click();
  await expect(data.getByRole('button', { name: 'body surface' })).toHaveAttribute('aria-pressed', 'true');
  await expect(data.getByRole('group', { name: 'LVIDd by body surface' }).getByTestId('band')).toBeVisible();
  await look(page, 'statistics-children', [page.getByRole('banner').first(), page.getByRole('note')]);
  await page.goto('/studies');
  await describe('C01', { height_cm: null });
  await openStatistics(page, 'Demo cycles adult');
  await update(page);
  await data.getByRole('button', { name: 'Reference values', exact: true }).click();
  const row = data.getByRole('table', { name: 'Reference values' }).getByRole('row', { name: /^LVIDd LV M-Mode pediatric/ });
  await expect(row).toContainText('needs height: 1');
});

test('an outlier, a point and an anomaly lead to their study', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openStatistics(page, 'Demo cycles adult');
  await update(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/measurements\?.*measurement=/);
  await page.goBack();
  await page.waitForURL(/tab=stats/);
  await block(page, 'DATA STATISTICS').getByRole('listitem').first().getByRole('button').click();
  await page.waitForURL(/\/(measurements|cycletiming|reference)\?/);
});

test('quality is filtered by date and gestational age, and ends that cannot be are refused in words', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openStatistics(page, 'Demo cycles fetal');
  await update(page);
  await page.keyboard.press('2');
  const quality = block(page, 'IMAGE QUALITY STATISTICS');
  await expect(quality.getByText('average acceptance')).toBeVisible();
  await expect(quality.locator('dd').nth(1)).toHaveText(/^\d+\.\d{2} %$/);
  await page.keyboard.press('1');
  await look(page, 'statistics-quality', [page.getByRole('banner').first(), page.getByRole('note')]);
  await page.keyboard.press('f');
  await expect(page.getByLabel('Assessed from')).toBeFocused();
  await page.getByLabel('Assessed to').fill('2000-01-01');
  await expect(quality.getByText('No image was assessed in this range.')).toBeVisible();
  await expect(quality.locator('dd').nth(1)).toHaveText('--');
  await page.getByLabel('Assessed from').fill('2000-01-02');
  await expect(quality.getByRole('alert')).toHaveText('The first day lies after the last. It is not applied.');
  await quality.getByRole('button', { name: 'Clear' }).click();
  await page.getByLabel('Gestational age from, weeks').fill('40');
  await page.getByLabel('Gestational age to, weeks').fill('20');
  await expect(quality.getByRole('alert')).toHaveText('The lowest age is above the highest. It is not applied.');
});

test('quality without a complete assessment has words in place of an empty list of questions', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openStatistics(page, 'Demo adult');
  await update(page);
  await page.keyboard.press('2');
  const quality = block(page, 'IMAGE QUALITY STATISTICS');
  await expect(quality.getByRole('columnheader', { name: 'no complete assessment' })).toBeVisible();
  await expect(quality.getByRole('combobox')).toHaveCount(0);
});

test('a Reviewer compares readers, an Editor does not', async ({ page, newBrowser }) => {
  await signIn(page, 'reviewer@demo');
  await page.waitForURL(/\/review/);
  await openStatistics(page, 'Demo cycles adult');
  await update(page);
  await page.keyboard.press('3');
  const agreement = block(page, 'AGREEMENT');
  await expect(agreement.getByText(/images of \d+ stud/)).toBeVisible();
  await expect(agreement.getByText('No measurement has a value of both readers for the same beat.')).toBeVisible();
  await page.keyboard.press('1');
  await look(page, 'statistics-agreement', [page.getByRole('banner').first(), page.getByRole('note')]);
  const other = await (await newBrowser()).newPage();
  await enter(other, 'editor@demo');
  await openStatistics(other, 'Demo cycles adult');
  await expect(block(other, 'DATA STATISTICS')).toBeVisible();
  await expect(block(other, 'AGREEMENT')).toHaveCount(0);
});

test('two readers of the same images have limits, ICC and points that lead to their study, and so has a repeated reader', async ({
  page,
}) => {
  await signIn(page, 'reviewer@demo');
  await page.waitForURL(/\/review/);
  await openStatistics(page, 'Demo readers fetal');
  await update(page);
  await look(page, 'statistics-by-age', [page.getByRole('banner').first(), page.getByRole('note')]);
  await page.keyboard.press('3');
  const agreement = block(page, 'AGREEMENT');
  await expect(agreement.getByText(/32 images of 8 studies by both/)).toBeVisible();
  const values = agreement.getByRole('table', { name: 'Agreement of values' });
  await values
    .getByRole('row', { name: /^HC Head/ })
    .getByRole('button')
    .click();
  await expect(agreement.getByRole('group', { name: 'Differences of HC', exact: true }).locator('g[data-mark]')).toHaveCount(8);
  await page.keyboard.press('1');
  await look(page, 'statistics-two-readers', [page.getByRole('banner').first(), page.getByRole('note')]);
  const overTime = agreement.getByRole('region', { name: 'HC over time' });
  await expect(overTime).toContainText('is found in 8 cases');
  await expect(overTime.locator('g[data-mark="inside"]')).toHaveCount(8);
  for (const chart of ['Moving average (EWMA)', 'Cumulative sums (CUSUM)'])
    await expect(overTime.getByRole('group', { name: chart })).toBeVisible();
  await overTime.scrollIntoViewIfNeeded();
  await look(page, 'statistics-over-time', [page.getByRole('banner').first(), page.getByRole('note')]);
  await agreement.getByRole('button', { name: 'Same reader twice' }).click();
  await expect(agreement.getByText(/24 images of 6 studies by both/)).toBeVisible();
  await page.getByRole('tab', { name: 'Demo readers adult' }).click();
  await update(page);
  await page.keyboard.press('3');
  await expect(agreement.getByText(/16 images of 8 studies by both/)).toBeVisible();
  await expect(agreement.getByRole('table', { name: 'Agreement of contours' })).toContainText('LV endo');
  await page.keyboard.press('1');
  await look(page, 'statistics-two-readers-adult', [page.getByRole('banner').first(), page.getByRole('note')]);
});

test('a Reviewer follows readers over time, by keyboard too, and a reader sees only the own', async ({ page, newBrowser }) => {
  await signIn(page, 'reviewer@demo');
  await page.waitForURL(/\/review/);
  await openStatistics(page, 'Demo readers adult');
  await update(page);
  await page.keyboard.press('1');
  await page.keyboard.press('5');
  const readers = block(page, 'READERS OVER TIME');
  await expect(readers.getByText('No reader is compared yet.')).toBeVisible();
  await readers.getByRole('button', { name: 'Compare again' }).click();
  const chosen = readers.getByLabel('Reader', { exact: true });
  await expect(chosen).toBeVisible();
  await expect(readers.getByRole('button', { name: 'Other readers · 8' })).toHaveAttribute('aria-pressed', 'true');
  const measurements = readers.getByRole('table', { name: 'Measurements' });
  const first = measurements.getByRole('button', { pressed: true });
  const name = await first.textContent();
  await page.keyboard.press('ArrowDown');
  await expect(first).not.toHaveText(name ?? '');
  await page.keyboard.press('ArrowUp');
  await expect(first).toHaveText(name ?? '');
  const cases = readers.getByRole('table', { name: 'All cases' });
  await expect(cases.getByRole('row')).toHaveCount(9);
  const before = await chosen.inputValue();
  await page.keyboard.press(']');
  await expect(chosen).not.toHaveValue(before);
  await look(page, 'statistics-readers-over-time', [page.getByRole('banner').first(), page.getByRole('note')]);
  const other = await (await newBrowser()).newPage();
  await enter(other, 'blind@demo', 'Blind editor');
  await openStatistics(other, 'Demo readers adult');
  await update(other);
  await other.keyboard.press('5');
  await expect(block(other, 'READERS OVER TIME').getByText('You have no charts yet.')).toBeVisible();
});

test('who works blind reads counts and quality, and nothing of single studies', async ({ page }) => {
  await enter(page, 'blind@demo', 'Blind editor');
  await openStatistics(page, 'Demo cycles adult');
  await update(page);
  await expect(page.getByText('Values and anomalies of individual studies are hidden from blinded readers.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Anomalies' })).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Studies' })).toBeVisible();
});
