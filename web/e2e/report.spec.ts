/** The measurement report: what is measured, in which range, from which points, and what it waits for. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { ensureReaders, readersPython } from '../../scripts/lib/python.mjs';
import { studyPath } from '../src/lib/study-link.ts';
import { expectAccessible } from './support/accessible.ts';
import { look } from './support/look.ts';
import { ADULT, drawRing, post } from './support/rings.ts';
import { REPOSITORY } from './support/repository.ts';
import { enter, expectPicture, expectSaved, frameNumber, openStudy, signIn, takeRole } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { postFrom } from './support/requests.ts';

const board = (page: Page): Locator => page.getByTestId('report');
const cards = (page: Page): Locator => page.getByTestId('report-value');
const card = (page: Page, name: string, image: string): Locator =>
  cards(page)
    .filter({ has: page.getByText(name, { exact: true }) })
    .filter({ hasText: image });
const amount = async (one: Locator): Promise<number> => Number(await one.locator('strong').textContent());
const toggle = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const openReport = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await expect(board(page)).toBeVisible();
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByText(/^Reading the files/)).toHaveCount(0);
};

/** Their packages take a while to install where they are not there. */
const READERS_MS = 600_000;
test.beforeAll(async () => {
  test.setTimeout(READERS_MS);
  await ensureReaders();
});

/** Text of each page that the browser prints, as pypdf reads it. */
async function printedPages(page: Page): Promise<string[]> {
  const file = path.join(REPOSITORY, 'build', 'screens', 'report-values.pdf');
  await page.pdf({ format: 'A4', path: file });
  const script = path.join(REPOSITORY, 'server', 'test', 'readers', 'read_pdf.py');
  const pages = JSON.parse(execFileSync(readersPython(), [script, file], { encoding: 'utf8' })) as string[];
  return pages.map((text) => text.replaceAll(/\s+/g, ' '));
}

test('an adult study: summary, complete with sides, types and anatomies, colours with their citation', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo cycles adult', 'C01');
  await openReport(page);
  // Men and women differ: this patient is a woman, and the guideline has 54 to 74 %.
  const biplane = card(page, 'EF biplane', '2-chamber 2D');
  await expect(biplane).toContainText('normal 54 – 74 % · ASE/EACVI 2015');
  await expect(biplane).toHaveAttribute('data-range', 'in_range');
  expect(await amount(biplane)).toBeGreaterThanOrEqual(54);
  // Stroke volume from the values next to it, by the formula of the specification.
  const of = (name: string) => amount(card(page, name, '4-chamber 2D'));
  expect(Math.abs((await of('SV')) - ((await of('LV EDV')) - (await of('LV ESV'))))).toBeLessThan(0.03);
  await look(page, 'report-summary', [page.getByRole('banner').first(), board(page), page.getByRole('note')]);
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const widths = await cards(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(280);
    expect(Math.max(...widths)).toBeLessThanOrEqual(450);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  await toggle(page, 'Complete').click();
  const sides = page.getByRole('group', { name: 'Side' });
  await expect(sides.getByRole('button')).toHaveText(['Right heart', 'Left heart']);
  await expect(sides.getByRole('button', { name: 'Left heart' })).toHaveAttribute('aria-pressed', 'true');
  await expect(card(page, 'TAPSE', 'TAPSE')).toHaveCount(0);
  await look(page, 'report-complete', [page.getByRole('banner').first(), board(page), page.getByRole('note')]);
  // A value that could not be measured is listed with its reason.
  await expect(card(page, 'LV mass', 'Parasternal long axis 2D')).toContainText('Needs LVID, IVS and PW of the caliper LV walls PLAX.');
  const anatomies = page.getByRole('group', { name: 'Anatomies' });
  await anatomies.getByRole('button', { name: 'AoV' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([/^AoV/, /^Guideline grading/, 'Conclusion']);
  await anatomies.getByRole('button', { name: 'AoV' }).click();
  await toggle(page, 'Direct').click();
  await expect(card(page, 'LV EDV', '4-chamber 2D')).toHaveCount(0);
  await expect(card(page, 'SV', '4-chamber 2D')).toHaveCount(1);
  await toggle(page, 'Calculated').click();
  await expect(board(page)).toContainText('There are no measurements available yet for this view');
  await toggle(page, 'Direct').click();
  await sides.getByRole('button', { name: 'Right heart' }).click();
  await expect(card(page, 'TAPSE', 'TAPSE')).toBeVisible();
  await expect(card(page, 'TAPSE', 'TAPSE')).toContainText('normal at least 17 mm · ASE/EACVI 2015');
});

test('a value opens its explanation and leads to its image, frame and points', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo cycles adult', 'C01');
  await openReport(page);
  const volume = card(page, 'LV ESV', '4-chamber 2D');
  const shown = await amount(volume);
  await volume.click();
  const panel = page.getByRole('complementary', { name: 'Explanation of LV ESV' });
  await expect(panel).toContainText('0.85 A^2 / L');
  await expect(panel).toContainText('US region 1, file header');
  await expect(panel).toContainText('engine ');
  await expect(page.getByTestId('jitter')).toContainText('simpson');
  await look(page, 'report-explained', [board(page), panel]);
  const caption = await panel.locator('figcaption').textContent();
  const frame = Number(/frame (\d+)/.exec(caption ?? '')?.[1]);
  expect(frame).toBeGreaterThan(1);
  await expect(panel).toContainText(new RegExp(`${frame} · \\d+ ms`));
  await panel.getByRole('link', { name: 'Open the points' }).click();
  await page.waitForURL(/\/segmentation\?.*measurement=LV\+ESV/);
  await expectPicture(page);
  // The same value is explained there, on the frame of its points.
  await expect(page.getByTestId('explained')).toContainText('LV ESV');
  await expect.poll(() => frameNumber(page)).toBe(frame);
  const there = page.getByTestId('measured').filter({ has: page.getByText('LV ESV', { exact: true }) });
  expect(Number(await there.getByTestId('value').textContent())).toBe(shown);
});

test('a fetal study only by keyboard: sides, values, required quantities, entered and used', async ({ page }) => {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo cycles fetal', 'D01');
  await openReport(page);
  const pi = card(page, 'PI', 'Umbilical artery');
  await expect(pi).toContainText('Drukker 2020');
  const value = await amount(pi);
  await page.keyboard.press('s');
  await expect(page.getByRole('group', { name: 'Side' }).getByRole('button')).toHaveText(['Flow', 'Morphology']);
  await look(page, 'report-fetal', [board(page), page.getByRole('note')]);

  // Without the age of the pregnancy no range applies, and the page asks for it.
  await page.getByRole('button', { name: /^Study data/ }).click();
  await page.getByLabel('Weeks').fill('');
  await page.getByLabel('Days').fill('');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  const needs = page.getByRole('region', { name: 'Required for normal ranges' });
  await expect(needs).toContainText('gestational age: not recorded in the study');
  await expect(pi.or(page.getByText('Needs gestational age')).first()).toBeVisible();
  await look(page, 'report-needs-age', [needs, board(page)]);
  await page.keyboard.press('q');
  await expect(needs.getByLabel('Weeks')).toBeFocused();
  await page.keyboard.type('28');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0');
  await page.keyboard.press('Enter');
  await expect(needs).toHaveCount(0);
  await page.keyboard.press('v');
  // UA PI at 28 weeks: 5th and 95th centile 0.78 and 1.32 (INTERGROWTH-21st); two standard deviations are beyond them.
  const [low = Number.NaN, high = Number.NaN] =
    ((await pi.getByText(/^normal \d/).textContent()) ?? '').match(/[\d.]+/g)?.map(Number) ?? [];
  expect(low).toBeGreaterThan(0.6);
  expect(low).toBeLessThan(0.78);
  expect(high).toBeGreaterThan(1.32);
  expect(high).toBeLessThan(1.6);
  expect(await amount(pi)).toBe(value);
  await expectSaved(page);

  // Over the values by arrow keys; Enter explains, Escape closes.
  await page.keyboard.press('ArrowDown');
  await expect(cards(page).first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(cards(page).nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('explained')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('explained')).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Summary or complete');
  await expectAccessible(page, 'keys of the report');
});

test('printed: a white page with footnotes and the line of research use; copied as text and as HTML', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, 'viewer@demo', 'Viewer');
  await openStudy(page, 'Demo cycles adult', 'C01');
  await openReport(page);
  await card(page, 'EF biplane', '2-chamber 2D').focus();
  await page.keyboard.press('c');
  await expect(page.getByText('EF biplane is on the clipboard')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^EF biplane [\d.]+ % \(.*normal 54 – 74 %, ASE\/EACVI 2015; 2-chamber 2D/,
  );
  await toggle(page, 'Copy table').click();
  await expect(page.getByText(/values are on the clipboard/)).toBeVisible();
  const { text, html } = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const read = async (type: string) => (await item?.getType(type))?.text() ?? '';
    return { text: await read('text/plain'), html: await read('text/html') };
  });
  const lines = text.split('\n');
  expect(lines[0]).toBe('Anatomy\tMeasurement\tValue\tUnit\tIndexed\tCycles\tNormal range\tState\tz\tPercentile\tSource\tImage');
  expect(lines.filter((line) => !line.startsWith('Guideline grading'))).toHaveLength((await cards(page).count()) + 1);
  expect(html.match(/<tr>/g)).toHaveLength(lines.length);

  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByTestId('print-sheet');
  await expect(sheet).toBeVisible();
  await expect(page.locator('#root')).toBeHidden();
  await expect(sheet).toContainText('For research use only. Not a medical device; not for primary diagnosis.');
  await expect(sheet).toContainText(/Scale: US region 1, file header\./);
  await expect(sheet).toContainText(/Computed by engine [\d.]+, .*echo measurements \d/);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
  // An indexed range has its indexed value next to the value, and a biplane value names both images.
  const biplane = sheet.locator('tr').filter({ has: page.getByText('LV EDV biplane', { exact: true }) });
  const [, volume, , indexed] = await biplane.locator('th, td').allTextContents();
  const [shown = Number.NaN, perSurface = Number.NaN] = [volume, indexed].map((text) => Number.parseFloat(text ?? ''));
  expect(indexed).toMatch(/^[\d.]+ ml\/m²$/);
  expect(shown / perSurface).toBeGreaterThan(1.2);
  await expect(biplane).toContainText('2-chamber 2D, A2C and 4-chamber 2D, A4C');
  // No text is wider than its cell.
  const wide = await sheet
    .locator('th, td')
    .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent));
  expect(wide).toEqual([]);
  await page.screenshot({ path: 'build/screens/report-print.png', fullPage: true });
  const pages = await printedPages(page);
  // Values beyond one sheet continue on further ones, and each of them names study, time of printing and page.
  expect(pages.length).toBeGreaterThan(1);
  const date = new URL(page.url()).searchParams.get('study_date') ?? '';
  const today = new Date().toLocaleDateString('en-GB', { dateStyle: 'medium' });
  for (const [at, text] of pages.entries()) {
    expect(text).toContain(`C01, ${date}, Demo cycles adult`);
    expect(text).toContain(`Printed ${today}`);
    expect(text).toContain(`Page ${at + 1} of ${pages.length}`);
  }
});

test('a conclusion and key images: written by an Editor, read by a Viewer, on paper with their lines', async ({ page, browser }) => {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo cycles adult', 'C01');
  await openReport(page);
  await card(page, 'LV ESV', '4-chamber 2D').click();
  const caption = await page.getByRole('complementary').locator('figcaption').textContent();
  const frame = /frame (\d+)/.exec(caption ?? '')?.[1] ?? '';
  await page.getByRole('button', { name: 'Add as key image' }).click();
  await expect(page.getByRole('button', { name: 'Is a key image' })).toBeDisabled();
  await page.keyboard.press('Escape');
  const picture = page.getByTestId('report').getByTestId('key-picture');
  await expect(picture).toHaveCount(1);
  // The endocardium of end systole, over a halo.
  await expect.poll(() => picture.locator('polyline').count()).toBeGreaterThanOrEqual(2);
  const box = page.getByRole('textbox', { name: 'Conclusion' });
  await box.fill('Normal size and function of the left ventricle.\n\nNo stenosis.');
  await expect(page.getByText('Not saved yet')).toBeVisible();
  // The text survives a reload before it is saved, and a pause in typing saves it.
  await page.reload();
  await expect(box).toHaveValue('Normal size and function of the left ventricle.\n\nNo stenosis.');
  await expect(page.getByText(/^Saved, editor@demo/)).toBeVisible();
  await picture.scrollIntoViewIfNeeded();
  await look(page, 'report-conclusion', [board(page)]);
  await page.reload();
  await expect(box).toHaveValue(/No stenosis\.$/);

  const context = await browser.newContext();
  const viewer = await context.newPage();
  await enter(viewer, 'viewer@demo', 'Viewer');
  await openStudy(viewer, 'Demo cycles adult', 'C01');
  await openReport(viewer);
  await expect(board(viewer).getByTestId('conclusion')).toHaveText('Normal size and function of the left ventricle.\n\nNo stenosis.');
  await expect(viewer.getByRole('textbox', { name: 'Conclusion' })).toHaveCount(0);
  await expect(board(viewer).getByTestId('key-image')).toContainText(`frame ${frame}`);
  await expect(viewer.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await viewer.setViewportSize({ width: 794, height: 1123 });
  await viewer.emulateMedia({ media: 'print' });
  const sheet = viewer.getByTestId('print-sheet');
  await expect(sheet.locator('h2', { hasText: 'Conclusion' })).toBeVisible();
  await expect(sheet).toContainText('No stenosis.');
  await expect(sheet.getByTestId('key-picture').locator('img')).toBeVisible();
  await viewer.pdf({ format: 'A4', path: 'build/screens/report.pdf' });
  await context.close();

  await page.getByRole('button', { name: /^Remove 4-chamber 2D/ }).click();
  await expect(picture).toHaveCount(0);
  await box.fill('');
  await page.keyboard.press('Tab');
  await page.reload();
  await expect(box).toHaveValue('');
});

test('height and weight show their unit wherever they are shown, to everybody and in print', async ({ page, newBrowser }) => {
  await enter(page, 'editor@demo');
  const asked = page.waitForRequest(/analysis\/get/);
  await openStudy(page, 'Demo cycles adult', 'C01');
  const request = await asked;
  const { id, db_name, medical_data_type } = request.postDataJSON() as { id: string; db_name: string; medical_data_type: string };
  // Like a study whose files contain no body size.
  const cleared = await postFrom(page, request.url().replace('analysis/get', 'studies/set_quantities'), {
    headers: await request.allHeaders(),
    data: { study_id: id, db_name, medical_data_type, height_cm: null, weight_kg: null },
  });
  expect(cleared.status()).toBe(200);
  await page.reload();
  await openReport(page);
  const needs = page.getByRole('region', { name: 'Required for normal ranges' });
  await expect(needs).toContainText('height and weight');
  const [height, weight] = [needs.getByLabel('Height'), needs.getByLabel('Weight')];
  await expect(height).toHaveAttribute('placeholder', 'Height, cm');
  await expect(weight).toHaveAttribute('placeholder', 'Weight, kg');
  await height.fill('172.5');
  await weight.fill('68.25');
  await expect(height).toHaveValue('172.5 cm');
  await expect(weight).toHaveValue('68.25 kg');
  await needs.getByRole('button', { name: 'Set' }).click();
  await expect(needs).toHaveCount(0);
  // DuBois: 0.007184 x 68.25^0.425 x 172.5^0.725 = 1.8095 m2.
  const volume = card(page, 'LV EDV biplane', '2-chamber 2D');
  const indexed = (): Promise<number> => volume.textContent().then((text) => Number(/indexed ([\d.]+).* ml\/m²/.exec(text ?? '')?.[1]));
  await expect.poll(async () => Math.abs((await indexed()) - (await amount(volume)) / 1.8095)).toBeLessThan(0.01);

  const viewer = await (await newBrowser()).newPage();
  await enter(viewer, 'viewer@demo', 'Viewer');
  await openStudy(viewer, 'Demo cycles adult', 'C01');
  await openReport(viewer);
  for (const reader of [page, viewer]) {
    await reader.emulateMedia({ media: 'print' });
    await expect(reader.getByTestId('print-sheet')).toContainText('172.5 cm, 68.25 kg');
    await reader.emulateMedia({ media: 'screen' });
    // Stored files contain no body size: a DICOM element would show it as a number without a unit.
    await reader.getByRole('link', { name: 'Selection', exact: true }).click();
    await expectPicture(reader);
    await reader.keyboard.press('i');
    await reader.getByRole('textbox', { name: 'Filter elements' }).fill('Patient');
    const elements = reader.getByRole('group', { name: 'Elements of the file' });
    await expect(elements).toContainText('PatientSex');
    await expect(elements).not.toContainText(/Patient(?:Size|Weight)/);
  }
});

test("a study without values: 'No measurements found', and where to go", async ({ page }) => {
  await enter(page, 'editor@demo');
  await openStudy(page, 'Demo adult', 'A01');
  await page.getByRole('link', { name: 'Report', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'No measurements found' });
  await expect(dialog).toContainText('Please go to Selection page to start analysing');
  await look(page, 'report-none', []);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await page.waitForURL(/\/selection/);
});

/** Projects of the demo hide no dates. */
const dateOf = ({ date }: StudyRow): string => date ?? '';

/** Opens the report of a study of the Reviewer's list. */
async function openReviewed(page: Page, project: string, dbName: string, patient: string): Promise<void> {
  const listed = page.waitForResponse((answer) => answer.request().postData()?.includes(dbName) === true);
  await page.getByRole('tab', { name: project }).click();
  const { studies } = (await (await listed).json()) as { studies: StudyRow[] };
  const row = studies.find(({ patient_show }) => patient_show === patient);
  if (!row) throw new Error(`The demo has no ${patient} to review`);
  await page.goto(
    studyPath('measurements', {
      study_id: row.study_id,
      study_date: dateOf(row),
      patient_id: row.patient,
      patient_id_show: row.patient_show,
      data_type: row.data_type,
      project: row.project,
      ...(row.editor === null ? {} : { editor: row.editor }),
    }),
  );
}

test('a Reviewer sees only validated images: before any is validated there are none', async ({ page }) => {
  await signIn(page, 'reviewer@demo');
  await takeRole(page, 'Reviewer', /\/review/);
  await openReviewed(page, 'Demo cycles adult', 'demo_cycles_adult', 'C01');
  await expect(cards(page).first()).toBeVisible();

  // Next to the editor's version: the reviewer moved points of one line, in the 2-chamber view.
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByText('Source of this review')).toBeVisible();
  await page.getByRole('menuitem', { name: 'editor@demo' }).click();
  const compared = page.getByTestId('compared');
  await expect(compared.first()).toBeVisible();
  const differing = page.locator('[data-testid=compared][data-same=false]');
  await expect(differing.filter({ hasText: 'LV ESV' }).first()).toBeVisible();
  for (const row of await differing.all()) await expect(row).toContainText('2-chamber 2D');
  await look(page, 'report-review', [page.getByTestId('comparison')]);
  await expect(page.getByRole('columnheader', { name: / minus editor@demo$/ })).toBeVisible();
  await page.getByRole('switch', { name: 'Only differences' }).click();
  await expect(page.locator('[data-testid=compared][data-same=true]')).toHaveCount(0);
  await expect(differing.first()).toBeVisible();
  await page.goto('/review?project=demo-adult');
  await openReviewed(page, 'Demo pediatric', 'demo_pediatric', 'P01');
  const dialog = page.getByRole('dialog', { name: 'No measurements found' });
  await expect(dialog).toContainText('Please go to Validation page to start validating');
  await expect(cards(page)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await page.waitForURL(/\/validation\?/);
});

test('two studies of a patient and two editors of a study side by side, and the trend of a value', async ({ page }) => {
  await enter(page, 'editor2@demo');
  const { studies } = await post<{ studies: StudyRow[] }>(page, 'studies/get', {
    search_query: { medical_data_type: 'US', active: true },
    db_name: ADULT.db_name,
  });
  const [late, early] = studies.filter(({ patient_show }) => patient_show === 'A02').toSorted((a, b) => dateOf(b).localeCompare(dateOf(a)));
  if (!early || !late) throw new Error('The demo has no patient seen twice');
  await enter(page, 'editor@demo');
  const early_cm = await drawRing(page, early.study_id, 'editor@demo', 100);
  await drawRing(page, late.study_id, 'editor@demo', 110);
  await enter(page, 'editor2@demo');
  const late_cm = await drawRing(page, late.study_id, 'editor2@demo', 120);

  await page.goto(
    studyPath('measurements', {
      study_id: late.study_id,
      study_date: dateOf(late),
      patient_id: late.patient,
      patient_id_show: late.patient_show,
      data_type: late.data_type,
      project: late.project,
    }),
  );
  // The width of the ring follows only from its points and the scale of the file: 10 mm in a cm.
  const mm = (px: number, cm_per_px: number) => (px * cm_per_px * 10).toFixed(2);
  const ring = card(page, 'Mitral ring', 'Valves 2D');
  await expect(ring.locator('strong')).toHaveText(mm(120, late_cm));

  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('menuitem', { name: dateOf(early) }).click();
  const row = page.getByTestId('compared').filter({ hasText: 'Mitral ring' });
  // This report minus the one it is compared with.
  const difference = 120 * late_cm * 10 - 100 * early_cm * 10;
  await expect(row.getByRole('cell')).toHaveText([
    'MV',
    'Valves 2D',
    mm(120, late_cm),
    mm(100, early_cm),
    'mm',
    `${difference > 0 ? '+' : ''}${difference.toFixed(2)}`,
    /^[+-]\d+\.\d\d$/,
  ]);
  await look(page, 'report-compare', [page.getByTestId('comparison')]);
  await page.getByRole('button', { name: /^End comparison/ }).click();

  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('menuitem', { name: 'editor@demo' }).click();
  await expect(row.getByRole('cell').nth(5)).toHaveText(`+${(10 * late_cm * 10).toFixed(2)}`);
  await page.getByRole('button', { name: /^End comparison/ }).click();

  await ring.click();
  const trend = page.getByRole('region', { name: 'Trend of Mitral ring' });
  await trend.getByRole('button', { name: 'Show trend' }).click();
  await expect(trend.getByRole('listitem')).toHaveText([`${early.date}${mm(100, early_cm)}mm`, `${late.date}${mm(120, late_cm)}mm`]);
  await trend.scrollIntoViewIfNeeded();
  await look(page, 'report-trend', [board(page)]);
});
