/** Lines on every frame of a cycle: followed by one key, stored when accepted, corrected on any frame, followed again next to it. */
import type { SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import type { Page } from '@playwright/test';
import { look } from './support/look.ts';
import { alerts, cellsOf, followAfterCancel, keys, mode, openSegmentation, recordOf } from './support/segmentation.ts';
import { canvas, enter, expectSaved } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const FOLLOWED_MS = 60_000;

/**
 * How far the EF of the curve may be from the EF of the marks, in points. The curve passes through the values at the marks, so it is
 * never smaller; its largest and smallest values are at most a few frames from the marks, where the volume hardly changes.
 */
const EF_TOLERANCE = 3;

/** The curves are there, agree with the values at the marks, and lead to their frames. */
async function curvesAgreeWithMarks(page: Page, { from, to, systole }: { from: number; to: number; systole: number }): Promise<void> {
  const curves = page.getByRole('region', { name: 'Curves' });
  const slider = curves.getByRole('slider', { name: 'Frame on the curve' });
  await expect(slider).toHaveAttribute('aria-valuemax', String(to));
  const values = page.getByRole('region', { name: 'LV endo, Area-length', exact: true });
  const numbersOf = async (name: string): Promise<number[]> =>
    (await cellsOf(values.getByRole('row', { name: new RegExp(`^${name} `) })))
      .replaceAll(/± \d+(\.\d+)?/g, '')
      .match(/\d+\.\d+/g)
      ?.map(Number) ?? [];
  const [ofCurve, ofMarks] = await numbersOf('EF');
  expect(ofCurve).toBeGreaterThanOrEqual((ofMarks ?? Infinity) - 0.1);
  expect(ofCurve).toBeLessThan((ofMarks ?? 0) + EF_TOLERANCE);
  await expect(values.getByRole('row', { name: /^Peak ejection rate −?-?\d+ ml\/s (± \d+ )?\d+ ms/ })).toBeVisible();

  // The value at the mark is what is measured there.
  const measured = page.getByRole('region', { name: 'Measurements' });
  const [, marksEsv] = await numbersOf('ESV');
  await expect(measured).toContainText(String(marksEsv?.toFixed(1)));

  // Another method is another curve.
  await curves.getByRole('radiogroup', { name: 'Method' }).getByText('Simpson', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'LV endo, Simpson' })).toBeVisible();
  await expect(curves.getByRole('radio', { name: 'Simpson' })).toBeChecked();

  // A press goes to the frame, keys step, and the play head of the picture follows.
  const box = await slider.boundingBox();
  if (!box) throw new Error('The curve is not on the screen');
  await slider.click({ position: { x: box.width - 16, y: box.height / 2 } });
  await expect(slider).toHaveAttribute('aria-valuenow', String(to));
  await expect(page.getByTestId('curve-head')).toBeVisible();
  await slider.focus();
  await slider.press('Home');
  await expect(slider).toHaveAttribute('aria-valuenow', String(from));
  await slider.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`^Frame ${from + 1}, \\d+ ms\\. .*LV endo \\d+\\.\\d ml`));
  await values
    .or(page.getByRole('region', { name: 'LV endo, Simpson' }))
    .getByRole('button')
    .nth(1)
    .click();
  expect(Math.abs(Number(await slider.getAttribute('aria-valuenow')) - systole)).toBeLessThan(6);
  await look(page, 'cycle-curves', [canvas(page), curves]);

  // Curves of two units are apart.
  await curves.getByRole('radiogroup', { name: 'Method' }).getByText('Area', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'LA endo, Area', exact: true })).toContainText('cm²');
  await look(page, 'cycle-curves-area', [canvas(page), curves]);

  // Folded, they leave their place to the picture.
  const heading = curves.getByRole('button', { name: 'Curves' });
  const height = async (): Promise<number> => (await canvas(page).boundingBox())?.height ?? 0;
  const before = await height();
  await heading.press('Enter');
  await expect(slider).toHaveCount(0);
  await expect.poll(height).toBeGreaterThan(before + 50);
  await look(page, 'cycle-curves-folded', [canvas(page), curves]);
  await heading.press('Enter');
  await expect(slider).toBeVisible();
}

test('a cycle is followed through every frame, accepted, corrected and followed again', async ({ page, newBrowser }) => {
  test.setTimeout(4 * FOLLOWED_MS);
  await enter(page, 'editor@demo');
  const image = await openSegmentation(page, 'Demo cycles adult', 'C04', /4-chamber/);
  const [first, second] = image.cardiac_events;
  const [from, to, systole] = [first?.end_diastole, second?.end_diastole, first?.end_systole].map(Number) as [number, number, number];
  const whole = page.getByRole('region', { name: 'Whole cycle' });
  const cycleOf = async () => (await recordOf(page, image.filename)).segmentation[0];
  await mode(page, 'Finished');
  await expect(whole).toHaveCount(0);

  // Cancelled, it leaves nothing; the key that opens the cycle follows it at once.
  await followAfterCancel(page, whole, FOLLOWED_MS);
  await expect(whole.getByRole('row', { name: /LV endo \d+ % \(least \d+ %, frame \d+\)/ })).toBeVisible();
  await look(page, 'whole-cycle', [canvas(page), whole]);
  expect((await cycleOf())?.sequence).toBeUndefined();
  await curvesAgreeWithMarks(page, { from, to, systole });

  await keys(page, 'y');
  await expect(whole).toContainText('accepted');
  await expect(whole).not.toContainText('not accepted');
  await expectSaved(page);
  const accepted = (await cycleOf())?.sequence;
  expect(accepted).toMatchObject({ from_frame: from, to_frame: to, method: 'speckle-tracking', method_version: '6' });
  expect([...new Set(accepted?.anchors.map(({ frame_number }) => frame_number))]).toEqual([from, systole, to]);

  // A correction on a frame between the events.
  await whole.getByRole('button', { name: new RegExp(`^ED frame ${from}\\b`) }).click();
  await keys(page, '.', '.', '.');
  await keys(page, 'n', 'Shift+ArrowRight');
  await expect(whole).toContainText('outdated');
  await expect(whole.getByRole('button', { name: new RegExp(`^corrected frame ${from + 3}\\b`) })).toBeVisible();
  await keys(page, 'Escape', 'Control+z');
  await expect(whole).not.toContainText('outdated');
  await keys(page, 'Control+y');
  await expect(whole).toContainText('outdated');
  await keys(page, 'v');
  await expect(whole).toContainText('not accepted', { timeout: FOLLOWED_MS });
  await keys(page, 'y');
  await expect(whole).not.toContainText('not accepted');
  await expectSaved(page);
  const corrected = await cycleOf();
  const [line] = corrected?.corrected ?? [];
  expect(corrected?.sequence?.lines_sha256).not.toBe(accepted?.lines_sha256);
  expect(line?.frame_number).toBe(from + 3);

  // Curves of another followed cycle are on the same axes.
  const curves = page.getByRole('region', { name: 'Curves' });
  await expect(curves).not.toContainText('other cycle');
  await keys(page, 'Control+ArrowRight');
  await mode(page, 'Whole cycle 2');
  await keys(page, 'v');
  await expect(curves).toContainText('1 other cycle', { timeout: FOLLOWED_MS });
  await look(page, 'cycle-curves-over', [canvas(page), curves]);

  // They are there after a reload, without a key that follows them.
  await page.reload();
  await mode(page, 'Finished');
  await keys(page, 'd');
  await expect(whole).toContainText('accepted');
  await expect(whole.getByRole('button', { name: 'Accept' })).toHaveCount(0);

  // The lines of an event are changed at the event.
  await whole.getByRole('button', { name: new RegExp(`^ES frame ${systole}\\b`) }).click();
  await canvas(page).click({ position: { x: 20, y: 20 } });
  await expect(alerts(page)).toContainText('changed at the event');
  await keys(page, 'd');
  await mode(page, 'Finished');

  // Another person reads them from the server: they pass through what was drawn, and nothing can be changed.
  const viewer = await (await newBrowser()).newPage();
  const answered = viewer.waitForResponse(/analysis\/get_sequences/, { timeout: FOLLOWED_MS });
  await enter(viewer, 'viewer@demo', 'Viewer');
  await openSegmentation(viewer, 'Demo cycles adult', 'C04', /4-chamber/);
  const { sequences } = (await (await answered).json()) as { sequences: Record<string, SequenceLines> };
  const dense = sequences[corrected?.sequence?.lines_sha256 ?? '']?.lines.find(({ name }) => name === line?.name);
  expect(dense?.frames.map(({ frame_number }) => frame_number)).toEqual(Array.from({ length: to - from + 1 }, (_, at) => from + at));
  expect(dense?.frames[3]?.points).toEqual(line?.points.map(({ x, y }) => [x, y]));
  const drawn = corrected?.end_systole?.lines.find(({ name }) => name === line?.name)?.points ?? [];
  expect(dense?.frames[systole - from]?.points).toEqual(drawn.map(({ x, y }) => [x, y]));
  await keys(viewer, 'd');
  const shown = viewer.getByRole('region', { name: 'Whole cycle' });
  await expect(shown).toContainText('accepted');
  await expect(shown.getByRole('button', { name: /Follow|Accept|Remove/ })).toHaveCount(0);
});
