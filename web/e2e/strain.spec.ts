/** Strain over a cycle: segments need the points of the tissue, and the whole agrees with the lines of the demo. */
import type { Page } from '@playwright/test';
import type { SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import { look } from './support/look.ts';
import { cellsOf, clickAt, keys, mode, openSegmentation, tool } from './support/segmentation.ts';
import { canvas, enter, expectSaved } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const FOLLOWED_MS = 60_000;
/** How far strain of a followed line may be from strain of the lines along the truth of the clip, in points (docs/tracking.md). */
const STRAIN_TOLERANCE = 2;
/** The spread after a value, once it is known. */
const SPREAD = String.raw`(± \d+\.\d )?`;
/** The same of a time, in ms. */
const TIME_SPREAD = String.raw`(± \d+ )?`;

/** Had the basal septum been followed with doubt, it would have no value until a user confirms it. */
async function confirmDoubtful(page: Page): Promise<void> {
  await page.route('**/analysis/get_sequences', async (route) => {
    const answer = await route.fetch();
    const { sequences } = (await answer.json()) as { sequences: Record<string, SequenceLines> };
    for (const { lines } of Object.values(sequences))
      for (const { name, frames } of lines) if (name === 'LV endo') for (const { quality } of frames.slice(1)) quality.fill(0, 0, 2);
    await route.fulfill({ response: answer, json: { sequences } });
  });
  await enter(page, 'editor@demo');
  await openSegmentation(page, 'Demo cycles adult', 'C04', /4-chamber/);
  const segments = page.getByRole('region', { name: 'Segments' });
  await page.getByRole('button', { name: 'Whole cycle', exact: true }).first().click();
  const curves = page.getByRole('region', { name: 'Curves' });
  await curves.getByRole('radiogroup', { name: 'Method' }).getByText('Strain', { exact: true }).click();
  await expect(segments).toContainText('Septum, basal is doubtful, and left out.', { timeout: FOLLOWED_MS });
  await expect(segments.getByRole('row', { name: 'Septum, basal — — —' })).toBeVisible();
  await look(page, 'strain-doubtful', [canvas(page), curves]);
  await segments.getByRole('button', { name: 'Confirm', exact: true }).first().click();
  await expect(segments.getByRole('row', { name: /^Septum, basal -\d+\.\d / })).toBeVisible();
  await expectSaved(page);
  await page.getByRole('link', { name: 'Report' }).click();
  await expect(page.getByTestId('cycle-values')).toContainText('confirmed though doubtful: LV endo, Septum, basal', {
    timeout: FOLLOWED_MS,
  });
}

test('strain of a cycle has a curve for the wall, and for its segments where the points stay on the tissue', async ({
  page,
  newBrowser,
}) => {
  test.setTimeout(4 * FOLLOWED_MS);
  await enter(page, 'editor@demo');
  const image = await openSegmentation(page, 'Demo cycles adult', 'C04', /4-chamber/);
  const whole = page.getByRole('region', { name: 'Whole cycle' });
  const curves = page.getByRole('region', { name: 'Curves' });
  const strain = page.getByRole('region', { name: 'LV endo, Strain' });
  const segments = page.getByRole('region', { name: 'Segments' });
  const choose = (method: string) => curves.getByRole('radiogroup', { name: 'Method' }).getByText(method, { exact: true }).click();
  const numbersOf = async (name: string): Promise<number[]> =>
    (await cellsOf(strain.getByRole('row', { name: new RegExp(`^${name} `) })))
      .replaceAll(/± \d+(\.\d+)?/g, '')
      .match(/-?\d+\.\d+/g)
      ?.map(Number) ?? [];
  await mode(page, 'Finished');

  // The lines of the demo were drawn by hand at end systole: the wall has a curve, its segments have a reason.
  await keys(page, 'd', 'v');
  await expect(whole).toContainText('not accepted', { timeout: FOLLOWED_MS });
  await choose('Strain');
  await expect(segments).toContainText('drawn by hand');
  await expect(segments.getByRole('row', { name: 'Septum, basal — — —' })).toBeVisible();
  const [ofCurve, ofMarks] = await numbersOf('End-systolic strain');
  expect(ofCurve).toBe(ofMarks);
  expect(ofMarks).toBeLessThan(-5);
  await expect(page.getByRole('region', { name: 'Measurements' })).toContainText(String(ofMarks?.toFixed(1)));
  // The atrium contracts: its strain has three phases.
  const atrium = page.getByRole('region', { name: 'LA endo, Strain' });
  for (const name of ['Reservoir strain', 'Conduit strain', 'Contraction strain', 'Strain at onset of A'])
    await expect(atrium.getByRole('row', { name: new RegExp(`^${name} -?\\d+\\.\\d`) })).toBeVisible();
  await look(page, 'strain-drawn', [canvas(page), curves]);

  // Nothing has changed for a moment: each value has its spread, also of the marks, and times to a peak have one in ms.
  await expect(strain.getByRole('row', { name: /^End-systolic strain -\d+\.\d % ± \d+\.\d -\d+\.\d ± \d+\.\d$/ })).toBeVisible({
    timeout: FOLLOWED_MS,
  });
  await expect(strain.getByRole('row', { name: /^Peak strain -\d+\.\d % ± \d+\.\d \d+ ms ± \d+$/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Three views' }).getByRole('row', { name: /^4-chamber -\d+\.\d % ± \d+\.\d/ })).toBeVisible(
    {
      timeout: FOLLOWED_MS,
    },
  );

  // End systole by another rule, with the frame it leads to.
  const systole = page.getByRole('region', { name: 'End systole of strain' });
  await expect(systole).toContainText(/\d+ ms after end diastole, frame \d+$/);
  await systole.getByRole('button', { name: 'Smallest volume' }).click();
  await expect(systole).toContainText(/\d+ ms after end diastole, frame \d+$/);
  await expect(curves.getByText('min', { exact: true })).toBeVisible();
  await systole.getByRole('button', { name: 'Aortic closure' }).click();
  await expect(systole).toContainText(/frame \d+, from Aortic outflow, at the same share of the cycle|no aortic outflow/);
  await look(page, 'strain-end-systole', [canvas(page), curves]);
  await systole.getByRole('button', { name: 'Mark' }).click();

  // Halfway to the epicardium of the demo, whose lines are drawn by hand as well.
  await choose('Mid-wall strain');
  const middle = page.getByRole('region', { name: 'LV endo, Mid-wall strain' });
  await expect(middle.getByRole('row', { name: /^Peak strain -\d+\.\d / })).toBeVisible();
  await expect(segments).toContainText('drawn by hand');
  // The line itself is in the picture while its values are shown.
  await look(page, 'strain-mid-wall', [canvas(page), curves]);
  await choose('Strain');
  await keys(page, 'Shift+Y', 'd');
  await mode(page, 'Finished');

  // Drawn once at end diastole, and followed to the other events.
  const endo = image.segmentation[0]?.end_diastole?.lines.find(({ name }) => name === 'LV endo');
  const [ring, ...rest] = endo?.points ?? [];
  const last = rest.pop();
  if (!ring || !last) throw new Error('The demo has no LV endo');
  await tool(page, 'Remove all lines').click();
  for (const at of [ring, last, ...rest]) await clickAt(page, at);
  await keys(page, 'f', 'f', 'v');
  const tracking = page.getByRole('region', { name: 'Tracking' });
  await expect(tracking).toContainText('Offered at', { timeout: FOLLOWED_MS });
  await keys(page, 'Shift+Y');
  await expect(tracking).not.toContainText('Offered at');
  await keys(page, 'd', 'v');
  await expect(whole).toContainText('not accepted', { timeout: FOLLOWED_MS });
  for (const name of ['Septum, basal', 'Septum, mid', 'Septum, apical', 'Free wall, apical', 'Free wall, mid', 'Free wall, basal'])
    await expect(
      segments.getByRole('row', {
        name: new RegExp(`^${name} -\\d+\\.\\d ${SPREAD}\\d+ ms ${TIME_SPREAD}-\\d+\\.\\d ${SPREAD}\\d+\\.\\d( ± \\d+\\.\\d)?$`),
      }),
    ).toBeVisible();
  const [followed] = await numbersOf('End-systolic strain');
  expect(Math.abs((followed ?? NaN) - (ofMarks ?? NaN))).toBeLessThan(STRAIN_TOLERANCE);
  await expect(strain.getByRole('row', { name: /^Mechanical dispersion \d+ ms/ })).toBeVisible();
  await segments
    .getByRole('row', { name: /^Septum, mid/ })
    .getByRole('button')
    .click();
  const slider = curves.getByRole('slider', { name: 'Frame on the curve' });
  await expect(slider).toHaveAttribute('aria-valuetext', /Septum, mid -\d+\.\d %/);
  await look(page, 'strain', [canvas(page), curves]);

  // The bull's-eye has this view's segments with the values of the table, and names what is missing.
  const views = page.getByRole('region', { name: 'Three views' });
  const option = (name: RegExp) => views.getByRole('img', { name });
  await expect(views.getByRole('img')).toHaveCount(17);
  const basal = segments.getByRole('row', { name: /^Septum, basal/ });
  const systolic = ((await basal.textContent()) ?? '').match(/-\d+\.\d/g)?.at(-1) ?? '';
  await expect(option(new RegExp(`^3 Basal inferoseptal: ${systolic} % \\(4-chamber\\)$`))).toBeVisible();
  await expect(option(/^2 Basal anteroseptal: no image \(3-chamber\)$/)).toBeVisible();
  await expect(views).toContainText('needs all three views');

  // The focused segment is marked in the table and in the curves; arrow keys lead to the next one.
  await option(/^1 /).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(option(/^3 Basal inferoseptal/)).toBeFocused();
  await expect(basal).toHaveAttribute('data-pointed', 'true');
  await expect(curves.locator('[data-pointed=this] [data-segment=septum-basal]')).toHaveCount(1);
  await views.getByText('18', { exact: true }).click();
  await expect(views.getByRole('img')).toHaveCount(18);
  await expect(option(/^15 Apical inferoseptal: -\d+\.\d % \(4-chamber\)$/)).toBeVisible();
  await views.getByText('17', { exact: true }).click();
  await option(/^3 /).hover();
  await expect(basal).toHaveAttribute('data-pointed', 'true');
  await look(page, 'strain-bulls-eye', [canvas(page), curves]);

  // Accepted, the values of the curves are in the report.
  await keys(page, 'y');
  await expectSaved(page);
  await page.getByRole('link', { name: 'Report' }).click();
  const reported = page.getByTestId('cycle-values');
  await expect(reported.getByRole('row', { name: /^LV endo, Peak strain -\d+\.\d % \d+ ms/ })).toBeVisible({ timeout: FOLLOWED_MS });
  await expect(reported).toContainText('lines followed by speckle-tracking 6');
  await expect(page.getByTestId('gls-average')).toContainText('needs all three views');
  await reported.scrollIntoViewIfNeeded();
  await look(page, 'report-followed-cycles', []);

  // Another rule for end systole is kept with the lines, and named in the report.
  const inWork = async (): Promise<void> => {
    await page.goBack();
    await page.getByRole('button', { name: 'Whole cycle', exact: true }).first().click();
    await choose('Strain');
  };
  await inWork();
  await systole.getByRole('button', { name: 'Smallest volume' }).click();
  await expectSaved(page);
  await page.getByRole('link', { name: 'Report' }).click();
  await expect(reported).toContainText('lines followed by speckle-tracking', { timeout: FOLLOWED_MS });
  await expect(reported).toContainText('end systole by smallest volume');

  await confirmDoubtful(await (await newBrowser()).newPage());
});

test('a fetal ventricle has 24 widths and a fractional area change, and no bull’s-eye', async ({ page }) => {
  test.setTimeout(3 * FOLLOWED_MS);
  await enter(page, 'editor@demo');
  await openSegmentation(page, 'Demo cycles fetal', 'D01', /4-chamber/);
  const curves = page.getByRole('region', { name: 'Curves' });
  await mode(page, 'Finished');
  await keys(page, 'd', 'v');
  await expect(page.getByRole('region', { name: 'Whole cycle' })).toContainText('not accepted', { timeout: FOLLOWED_MS });
  const widths = page.getByRole('region', { name: 'LV endo, widths' });
  await expect(
    widths.getByRole('row', { name: /^(\d+|1 base|24 apex) \d+\.\d (± \d+\.\d )?\d+\.\d\d (± \d+\.\d\d )?-?\d+\.\d( ± \d+\.\d)?$/ }),
  ).toHaveCount(24);
  const choose = (method: string) => curves.getByRole('radiogroup', { name: 'Method' }).getByText(method, { exact: true }).click();
  await choose('Area');
  await expect(page.getByRole('region', { name: 'LV endo, Area', exact: true }).getByRole('row', { name: /^FAC \d+\.\d %/ })).toBeVisible();
  await choose('Strain');
  await expect(page.getByRole('region', { name: 'LV endo, Strain' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Three views' })).toHaveCount(0);
  await widths.scrollIntoViewIfNeeded();
  await look(page, 'fetal-widths', [canvas(page), curves]);
});

test('a short axis has circumferential strain, with a spread and without segments', async ({ page }) => {
  test.setTimeout(3 * FOLLOWED_MS);
  await enter(page, 'editor@demo');
  await openSegmentation(page, 'Demo cycles adult', 'C07', /Short axis/);
  const curves = page.getByRole('region', { name: 'Curves' });
  await mode(page, 'Finished');
  await keys(page, 'd', 'v');
  await expect(page.getByRole('region', { name: 'Whole cycle' })).toContainText('not accepted', { timeout: FOLLOWED_MS });
  await curves.getByRole('radiogroup', { name: 'Method' }).getByText('Circumferential strain', { exact: true }).click();
  const strain = page.getByRole('region', { name: 'LV endo, Circumferential strain' });
  await expect(strain.getByRole('row', { name: /^Peak strain -\d+\.\d % ± \d+\.\d \d+ ms/ })).toBeVisible({ timeout: FOLLOWED_MS });
  await expect(strain).toContainText('no point of the line marks');
  await look(page, 'strain-circumferential', [canvas(page), curves]);
});
