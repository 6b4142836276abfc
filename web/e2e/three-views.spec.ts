/** Strain of three apical views that were followed: their average with its spread, and the full bull's-eye in the report. */
import type { Page } from '@playwright/test';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { StudyRow } from '@echometry/contract/records/study.ts';
import { studyPath } from '../src/lib/study-link.ts';
import { look } from './support/look.ts';
import { post } from './support/rings.ts';
import { chooseTraced, keys } from './support/segmentation.ts';
import { canvas, enter, expectSaved } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const FOLLOWED_MS = 90_000;
const EDITOR = 'editor@demo';
const PROJECT = { db_name: 'demo_cycles_adult', medical_data_type: 'US' };
const VIEWS = ['4-chamber', '2-chamber', '3-chamber'] as const;
/** How far strain of a followed line may be from strain along the truth of the clip, in points (docs/tracking.md). */
const STRAIN_TOLERANCE = 2;

interface Read {
  analysis: { version: number; images: AnalysisImage[] };
}

/** Leaves only the lines at the first end diastole, so that all later points are on the same tissue. @returns strain of the drawn lines, % */
async function keepFirstLines(page: Page, study_id: string): Promise<number[]> {
  const { analysis } = await post<Read>(page, 'analysis/get', { id: study_id, ...PROJECT });
  const images = VIEWS.map((view) => {
    const image = analysis.images.find(({ type }) => type === `${view} 2D`);
    if (!image) throw new Error(`The demo has no ${view} view`);
    return image;
  });
  const strains = images.map(({ measurements }) => measurements.find(({ name }) => name === 'LV-GLS')?.value[0] ?? NaN);
  const changed = images.map((image) => {
    const [first, ...others] = image.segmentation;
    return { ...image, segmentation: [{ end_diastole: first?.end_diastole ?? { lines: [] } }, ...others.map(() => ({}))] };
  });
  await post(page, 'analysis/update', {
    id: study_id,
    changes: { images: changed, removed: [] },
    base_version: analysis.version,
    missing_images: [],
    validated: false,
    editor: EDITOR,
    project: 'demo-cycles-adult',
    study_state: 'Incomplete',
    save_id: crypto.randomUUID(),
    ...PROJECT,
  });
  return strains;
}

test('three followed views have an average with its spread, and a full bull’s-eye in the report', async ({ page }) => {
  test.setTimeout(6 * FOLLOWED_MS);
  await enter(page, EDITOR);
  const { studies } = await post<{ studies: StudyRow[] }>(page, 'studies/get', {
    search_query: { medical_data_type: 'US', active: true },
    db_name: PROJECT.db_name,
  });
  const study = studies.find(({ patient_show }) => patient_show === 'C07');
  if (!study) throw new Error('The demo has no study of three views');
  const strains = await keepFirstLines(page, study.study_id);

  const { study_id, date, patient, patient_show, data_type, project } = study;
  const link = { study_id, study_date: date ?? '', patient_id: patient, patient_id_show: patient_show, data_type, project };
  await page.goto(studyPath('segmentation', link));
  const whole = page.getByRole('region', { name: 'Whole cycle' });
  for (const view of VIEWS) {
    await chooseTraced(page, new RegExp(view));
    await keys(page, 'd', 'v');
    await expect(whole).toContainText('not accepted', { timeout: FOLLOWED_MS });
    await keys(page, 'y');
    await expect(whole).not.toContainText('not accepted');
    await expectSaved(page);
  }

  const curves = page.getByRole('region', { name: 'Curves' });
  await curves.getByRole('radiogroup', { name: 'Method' }).getByText('Strain', { exact: true }).click();
  const views = page.getByRole('region', { name: 'Three views' });
  const average = views.getByRole('row', { name: /^GLS, average -\d+\.\d % ± \d+\.\d$/ });
  await expect(average).toBeVisible({ timeout: FOLLOWED_MS });
  const found = Number(/-\d+\.\d/.exec((await average.textContent()) ?? '')?.[0]);
  const expected = strains.reduce((sum, strain) => sum + strain, 0) / strains.length;
  expect(Math.abs(found - expected)).toBeLessThan(STRAIN_TOLERANCE);
  await views.scrollIntoViewIfNeeded();
  await look(page, 'three-views', [canvas(page), curves]);

  await page.getByRole('link', { name: 'Report' }).click();
  await expect(page.getByTestId('gls-average')).toContainText(`GLS, average ${found.toFixed(1)} %`, { timeout: FOLLOWED_MS });
  const segments = page.getByTestId('cycle-values').getByRole('img');
  await expect(segments).toHaveCount(17);
  for (const segment of await segments.all()) await expect(segment).toHaveAccessibleName(/: -?\d+\.\d % \(/);
  await segments.first().scrollIntoViewIfNeeded();
  await look(page, 'report-three-views', []);
});
