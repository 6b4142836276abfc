/** Intervals of a report and the smallest real change in a trend, from a reader's gold cases to the page. */
import type { Locator, Page } from '@playwright/test';
import type { AgreementReport } from '@echometry/contract/records/agreement.ts';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { GOLD_READER } from '@echometry/contract/rules/gold.ts';
import { studyPath } from '../src/lib/study-link.ts';
import { expectAccessible } from './support/accessible.ts';
import { look } from './support/look.ts';
import { ADULT, drawRing, loginOf, post } from './support/rings.ts';
import { enter, signIn, takeRole } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const EDITOR = 'editor@demo';
const TYPE = 'Valves 2D';
const TEST_MS = 180_000;
/** Differences of the Editor from gold in mm, one of each image: mean 1, and squares from it that sum to 22. */
const DIFFERENCES = [2, 0, 3, -1, 2.5, -0.5, 2, 0, 1.5, 0.5, 1];
const BIAS = 1;
const SD = Math.sqrt((1 + 1 + 4 + 4 + 2.25 + 2.25 + 1 + 1 + 0.25 + 0.25) / (DIFFERENCES.length - 1));
/** Types that the project requires and these studies do not have. */
const MISSING = ['4-chamber 2D', 'Mitral inflow'];
/** Of Student's distribution with 10 degrees of freedom, by its table. */
const T10 = 2.228;

interface File {
  instance_id: string;
  filename: string;
}

/** An image with a ring of this width, as if it had been measured. */
const ringOf = ({ instance_id, filename }: File, mm: number) => ({
  ...blankImage({ instance_id, filename, active: true, metadata: null }, 'adult'),
  type: TYPE,
  view: '4C zoom',
  modality: '2D' as const,
  reference: true,
  is_annotated: true,
  measurements: [{ name: 'Mitral ring', type: 'line-distance', units: 'mm', class: 'direct', value: [mm], aggregate: mm }],
});

async function store(page: Page, login: string, study_id: string, editor: string, images: readonly object[]): Promise<void> {
  const { analysis } = await post<{ analysis: { version: number } | null }>(page, 'analysis/get', { id: study_id, ...ADULT }, login);
  const body = { changes: { images, removed: [] }, base_version: analysis?.version ?? null, missing_images: MISSING, validated: false };
  const of = { editor, project: 'demo-adult', study_state: 'Valid', save_id: crypto.randomUUID(), ...ADULT };
  await post(page, 'analysis/update', { id: study_id, ...body, ...of }, login);
}

/** Reads the images of the studies as blind editor and as Editor, and makes the consensus on the blind work a gold case. */
async function makeGoldCases(page: Page, several: string, studies: readonly StudyRow[]): Promise<void> {
  const [editor, blind] = [loginOf(EDITOR, 'Editor'), loginOf('blind@demo', 'Blind editor')];
  const reviewers = [loginOf('reviewer@demo', 'Reviewer'), several, loginOf('consensus@demo', 'Reviewer')];
  let used = 0;
  for (const { study_id } of studies) {
    const { images: files } = await post<{ images: File[] }>(page, 'files/get', { id: study_id, ...ADULT }, editor);
    const here = files
      .map((file, at) => ({ file, gold: 30 + used + at, difference: DIFFERENCES[used + at] }))
      .filter((one) => one.difference !== undefined);
    used += here.length;
    const gold = here.map((one) => ringOf(one.file, one.gold));
    await store(
      page,
      editor,
      study_id,
      EDITOR,
      here.map((one) => ringOf(one.file, one.gold + (one.difference ?? 0))),
    );
    await store(page, blind, study_id, 'blind@demo', gold);
    const named = { id: study_id, editor: 'blind@demo', blind: true };
    for (const login of reviewers) {
      const review = gold.map((image) => ({ ...image, validated: true }));
      await post(page, 'reviews/validate', { ...named, ...ADULT, control: false, review, missing_images: MISSING }, login);
    }
    await post(page, 'gold/mark', { ...named, reviewer: 'consensus@demo', marked: true, db_name: ADULT.db_name }, reviewers[2]);
  }
  expect(used).toBe(DIFFERENCES.length);
}

/** Compares the Editor with the gold cases, and issues a certificate. */
async function certify(page: Page): Promise<void> {
  const login = loginOf('data@demo', 'Data scientist');
  const id = crypto.randomUUID();
  const readers = [GOLD_READER, { editor: EDITOR, reviewer: null, blind: false, pass: 1 }];
  await post(page, 'agreement/compare', { id, db_name: ADULT.db_name, readers }, login);
  const report = () => post<{ report: AgreementReport | null }>(page, 'agreement/get', { id }, login);
  await expect
    .poll(async () => (await report()).report?.values.find(({ name }) => name === 'Mitral ring')?.n, { timeout: 60_000 })
    .toBe(DIFFERENCES.length);
  const expires_on = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10);
  await post(page, 'certificates/issue', { comparison: id, image_type: TYPE, expires_on }, login);
}

const cardOf = (page: Page): Locator => page.getByTestId('report-value').filter({ has: page.getByText('Mitral ring', { exact: true }) });

/** The interval of a value of this many millimetres, by hand. */
function intervalOf(mm: number): string {
  const half = T10 * SD * Math.sqrt(1 + 1 / DIFFERENCES.length);
  return `${(mm - BIAS - half).toFixed(1)} to ${(mm - BIAS + half).toFixed(1)} mm`;
}

test('a certificate gives the report its interval, and the trend its smallest real change', async ({ page, newBrowser }) => {
  test.setTimeout(TEST_MS);
  const other = await (await newBrowser()).newPage();
  await signIn(other, 'several@demo');
  await other.getByRole('checkbox', { name: /terms of use/ }).check();
  await other.getByRole('checkbox', { name: /research only/ }).check();
  await other.getByRole('button', { name: 'Accept' }).click();
  await takeRole(other, 'Reviewer', /\/review/);
  const several = await other.evaluate(() => localStorage.getItem('echometry.login') ?? '');
  await enter(page, EDITOR);
  const { studies } = await post<{ studies: StudyRow[] }>(page, 'studies/get', {
    search_query: { medical_data_type: 'US', active: true },
    db_name: ADULT.db_name,
  });
  const [late, early] = studies
    .filter(({ patient_show }) => patient_show === 'A02')
    .toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''));
  if (!early || !late) throw new Error('The demo has no patient seen twice');
  await makeGoldCases(
    page,
    several,
    studies.filter(({ patient_show }) => patient_show !== 'A02'),
  );
  await certify(page);

  const before = 100 * 10 * (await drawRing(page, early.study_id, EDITOR, 100));
  const after = 110 * 10 * (await drawRing(page, late.study_id, EDITOR, 110));
  const link = { study_id: late.study_id, study_date: late.date ?? '', patient_id: late.patient, patient_id_show: late.patient_show };
  await page.goto(studyPath('measurements', { ...link, data_type: late.data_type, project: late.project }));
  const card = cardOf(page);
  await expect(card.getByTestId('interval')).toHaveText(`95 %: ${intervalOf(after)}`);
  await expect(card.getByTestId('interval')).toHaveAttribute('title', /11 gold cases, certificate of/);

  // By keyboard: the explanation names the source and the bias, and the trend the change.
  await card.focus();
  await page.keyboard.press('Enter');
  const explained = page.getByTestId('uncertainty');
  await expect(explained).toContainText(intervalOf(after));
  await expect(explained).toContainText('+1.0 mm, taken off');
  await expectAccessible(page, 'report with intervals');
  const trend = page.getByRole('region', { name: 'Trend of Mitral ring' });
  await trend.getByRole('button', { name: 'Show trend' }).focus();
  await page.keyboard.press('Enter');
  const smallest = T10 * Math.SQRT2 * SD;
  const outcome = Math.abs(after - before) > smallest ? 'is a real change' : 'is within it';
  await expect(trend).toContainText(`Smallest real change: ${smallest.toFixed(1)} mm (same reader).`);
  await expect(trend).toContainText(`${before.toFixed(1)} to ${after.toFixed(1)} mm ${outcome}.`);
  await trend.scrollIntoViewIfNeeded();
  await look(page, 'report-uncertainty', [page.getByTestId('report'), explained]);

  // A Viewer reads the same interval by the certificate.
  await enter(other, 'viewer@demo', 'Viewer');
  await other.goto(studyPath('measurements', { ...link, data_type: late.data_type, project: late.project }));
  await expect(cardOf(other).getByTestId('interval')).toHaveText(`95 %: ${intervalOf(after)}`);
});
