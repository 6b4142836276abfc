/** Lines followed through a clip: offered, accepted by one key, corrected by hand, and never stored without that key. */
import type { Line } from '@echometry/contract/generated/analysis-image.ts';
import { look } from './support/look.ts';
import { clickAt, keys, lineRow, lines, mode, openSegmentation, recordOf, tool } from './support/segmentation.ts';
import { canvas, enter, expectSaved } from './support/steps.ts';
import { expect, test } from './support/test.ts';

/** Control points first, then the others in their order: as a person clicks them. */
function clicked({ points }: Line): { x: number; y: number }[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) throw new Error('The line has no points');
  return [first, last, ...points.slice(1, -1)];
}

const named = (all: readonly Line[] | undefined, name: string): Line => {
  const line = all?.find((one) => one.name === name);
  if (!line) throw new Error(`There is no ${name}`);
  return line;
};

/** Distance of a point from a line through points, in stored pixels. */
function distanceFrom({ x, y }: { x: number; y: number }, { points }: Line): number {
  return Math.min(
    ...points.slice(1).map((b, place) => {
      const a = points[place] ?? b;
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      const share = Math.min(Math.max(((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1), 0), 1);
      return Math.hypot(x - a.x - share * dx, y - a.y - share * dy);
    }),
  );
}

test('a ventricle that was drawn once is followed to end systole and to the cycles after it', async ({ page }) => {
  // Following takes most of a test's time on a busy machine.
  test.slow();
  await enter(page, 'editor@demo');
  const image = await openSegmentation(page, 'Demo cycles adult', 'C04', /4-chamber/);
  const places = image.segmentation.flatMap(({ end_diastole, end_systole }) => [end_diastole, end_systole]);
  const endo = named(places[0]?.lines, 'LV endo');
  const tracking = page.getByRole('region', { name: 'Tracking' });
  const mmPerPx = 10 * (image.metadata?.doppler_regions?.[0]?.physical_delta_x ?? Number.NaN);
  await mode(page, 'Finished');
  await tool(page, 'Remove all lines').click();
  await expect(tracking).toContainText('Finished lines are followed');
  for (const at of clicked(endo)) await clickAt(page, at);
  await keys(page, 'f', 'f');
  await mode(page, 'Tracing LA endo');
  await expectSaved(page);
  const drawn = await recordOf(page, image.filename);

  // Cancelled, it leaves nothing.
  await keys(page, 'v');
  await expect(tracking.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await keys(page, 'Shift+V');
  await expect(tracking.getByRole('button', { name: 'Follow the lines' })).toBeVisible();

  await keys(page, 'v');
  await expect(tracking).toContainText(`Offered at ${places.length - 1} events`, { timeout: 30_000 });
  // An offer is not a line.
  expect((await recordOf(page, image.filename)).segmentation).toEqual(drawn.segmentation);
  await keys(page, 'y');
  await expect(page.getByRole('button', { name: 'End systole', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(tracking).toContainText('here end systole of cycle 1');
  await expect(tracking.getByRole('row', { name: /LV endo \d+ % \(least \d+ %\) \d\.\d mm/ })).toBeVisible();
  await look(page, 'tracking', [canvas(page), lines(page), tracking]);
  await keys(page, 'y');
  await expect(tracking).toContainText(`Offered at ${places.length - 2}`);
  await keys(page, 'Shift+Y');
  await expect(tracking).not.toContainText('Offered at');
  await expectSaved(page);
  const kept = await recordOf(page, image.filename);
  const found = kept.segmentation.flatMap(({ end_diastole, end_systole }) => [end_diastole, end_systole]);
  for (const [number, place] of places.entries()) {
    if (number === 0) continue;
    const [now, known] = [named(found[number]?.lines, 'LV endo'), named(place?.lines, 'LV endo')];
    expect(now.finished).toBe(true);
    expect(now.frame_number).toBe(known.frame_number);
    const distances = now.points.map((point) => distanceFrom(point, known));
    // The demo's own lines were drawn along the truth of the clip.
    expect((mmPerPx * distances.reduce((sum, one) => sum + one, 0)) / distances.length).toBeLessThanOrEqual(1);
    for (const { x, y, origin, method, method_version, proposed } of now.points)
      expect({ origin, method, method_version, proposed }).toEqual({
        origin: 'proposed',
        method: 'speckle-tracking',
        method_version: '6',
        proposed: { x, y },
      });
  }
  const accepted = found.slice(1).reduce((sum, place) => sum + (place?.lines ?? []).reduce((all, { points }) => all + points.length, 0), 0);
  await expect(page.getByTestId('tracked-share')).toHaveText(`0 of ${accepted} accepted points (0 %) were moved by hand.`);

  // The user moves one; where it was offered stays in the record.
  await lineRow(page, 'LV endo').click();
  await keys(page, 'n', 'ArrowRight');
  await expect(page.getByTestId('tracked-share')).toContainText(`1 of ${accepted} accepted points`);
  await expect(page.getByTestId('tracked-share')).toContainText('by 1.0 px on average');
  await expectSaved(page);
  await page.reload();
  await expect(page.getByTestId('tracked-share')).toContainText(`1 of ${accepted} accepted points`);
});

test('a reload loses what is offered and nothing else, and an offer ends with the line it was made from', async ({ page }) => {
  await enter(page, 'editor@demo');
  const image = await openSegmentation(page, 'Demo cycles adult', 'C01', /4-chamber/);
  const endo = named(image.segmentation[0]?.end_diastole?.lines, 'LV endo');
  const tracking = page.getByRole('region', { name: 'Tracking' });
  await tool(page, 'Remove all lines').click();
  for (const at of clicked(endo)) await clickAt(page, at);
  await keys(page, 'f', 'f');
  await tool(page, 'Follow the lines through the clip').click();
  await expect(tracking).toContainText('Offered at', { timeout: 30_000 });
  await lineRow(page, 'LV endo').click();
  await keys(page, 'n', 'ArrowRight');
  await expect(tracking).not.toContainText('Offered at');
  await expectSaved(page);
  const drawn = await recordOf(page, image.filename);
  await keys(page, 'Escape', 'v');
  await expect(tracking).toContainText('Offered at', { timeout: 30_000 });
  await page.reload();
  await expect(tracking.getByRole('button', { name: 'Follow the lines' })).toBeVisible();
  expect((await recordOf(page, image.filename)).segmentation).toEqual(drawn.segmentation);
});
