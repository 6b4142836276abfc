/** Lines on every frame of a cycle: followed by one key, stored when accepted, corrected on any frame, followed again next to it. */
import type { SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import { look } from './support/look.ts';
import { alerts, keys, mode, openSegmentation, recordOf } from './support/segmentation.ts';
import { canvas, enter, expectSaved } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const FOLLOWED_MS = 60_000;

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
  await keys(page, 'd');
  await mode(page, 'Whole cycle 1');
  await expect(whole.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await keys(page, 'Shift+V');
  await expect(whole).toContainText('not followed');
  await keys(page, 'v');
  await expect(whole).toContainText('not accepted', { timeout: FOLLOWED_MS });
  await expect(whole.getByRole('row', { name: /LV endo \d+ % \(least \d+ %, frame \d+\)/ })).toBeVisible();
  await look(page, 'whole-cycle', [canvas(page), whole]);
  expect((await cycleOf())?.sequence).toBeUndefined();

  await keys(page, 'y');
  await expect(whole).toContainText('accepted');
  await expect(whole).not.toContainText('not accepted');
  await expectSaved(page);
  const accepted = (await cycleOf())?.sequence;
  expect(accepted).toMatchObject({ from_frame: from, to_frame: to, method: 'speckle-tracking', method_version: '3' });
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
