/** The envelope of a spectrum: looked for between limits, accepted cycle by cycle by one key, corrected by hand, stored by nothing else. */
import type { LinePoint } from '@echometry/contract/generated/analysis-image.ts';
import { look } from './support/look.ts';
import { drawnCentre, viewOf } from './support/picture.ts';
import { keys, openSegmentation, recordOf, tool } from './support/segmentation.ts';
import { canvas, enter, expectSaved } from './support/steps.ts';
import { expect, test } from './support/test.ts';

/** The visible edge is within 5 % of the true peak (docs/phantom.md), the envelope within 2 % of that edge. */
const PEAK_WITHIN = 0.07;

test('an outflow is traced by its envelope, cycle by cycle', async ({ page }) => {
  await enter(page, 'editor@demo');
  const known = await openSegmentation(page, 'Demo cycles adult', 'C01', /Aortic outflow/);
  const { filename } = known;
  const cycles = known.cardiac_events.length;
  const envelope = page.getByRole('region', { name: 'Envelope' });
  const traces = page.getByTestId('trace');
  await expect(page.getByRole('note', { name: 'Keys of Finished' })).toBeVisible();
  await keys(page, 'Shift+R');
  await expect(envelope.getByRole('button', { name: 'Find the envelope' })).toBeVisible();
  await expectSaved(page);
  const empty = await recordOf(page, filename);

  await tool(page, 'Find the envelope').click();
  await expect(envelope).toContainText('Offered for cycle 1.');
  // The side with the room was chosen; the other one has no flow, and no envelope is offered.
  const side = (name: string) => envelope.getByRole('button', { name, exact: true });
  await expect(side('Below')).toHaveAttribute('aria-pressed', 'true');
  const threshold = envelope.getByRole('slider', { name: /^Threshold/ });
  await threshold.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('envelope-threshold')).toHaveText('55 %');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByTestId('envelope-threshold')).toHaveText('50 %');
  await expect(envelope).toContainText('Offered for cycle 1.');
  await look(page, 'envelope', [canvas(page), page.getByRole('complementary', { name: 'Lines' })]);

  // A limit is dragged, and moved back with its slider.
  const box = await canvas(page).boundingBox();
  const onset = known.cardiac_events[0]?.onset_start;
  if (!box || typeof onset !== 'number') throw new Error('There is no picture, or no onset');
  const at = drawnCentre(await viewOf(page), { x: onset, y: 330 });
  await page.mouse.move(box.x + at.x, box.y + at.y);
  await page.mouse.down();
  await page.mouse.move(box.x + at.x + 20, box.y + at.y, { steps: 4 });
  await page.mouse.up();
  const first = envelope.getByRole('slider', { name: 'First limit' });
  await expect.poll(async () => Number(await first.getAttribute('aria-valuenow'))).toBeGreaterThan(onset + 5);
  await first.focus();
  await page.keyboard.press('Home');
  await expect(envelope).toContainText('Offered for cycle 1.');
  await canvas(page).focus();
  // An offer is not a trace.
  expect((await recordOf(page, filename)).segmentation).toEqual(empty.segmentation);

  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    await expect(envelope).toContainText(`Offered for cycle ${cycle}.`);
    await keys(page, 'y');
    await expect(traces.nth(cycle - 1)).toHaveAttribute('data-progress', 'traced');
  }
  await expectSaved(page);
  const kept = await recordOf(page, filename);
  const baseline = known.segmentation[0]?.lines?.[0]?.points.find(({ forced_to_zero }) => forced_to_zero)?.y ?? Number.NaN;
  const peak = (points: readonly LinePoint[] | undefined): number => {
    const point = points?.find(({ type }) => type === 'maximum velocity');
    if (!point) throw new Error('There is no maximum velocity');
    return Math.abs(point.y - baseline);
  };
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const points = kept.segmentation[cycle]?.lines?.[0]?.points ?? [];
    const wanted = peak(known.segmentation[cycle]?.lines?.[0]?.points);
    expect(Math.abs(peak(points) / wanted - 1)).toBeLessThanOrEqual(PEAK_WITHIN);
    for (const { origin, method, proposed, x, y } of points)
      expect({ origin, method, proposed }).toEqual({ origin: 'proposed', method: 'outer-envelope', proposed: { x, y } });
  }
  await expect(page.getByTestId('envelope-share')).toContainText('(0 %) were moved by hand');

  // The user corrects one point of a cycle.
  await keys(page, 'n', 'n', 'n', 'ArrowUp');
  await expect(page.getByTestId('envelope-share')).toContainText(/^1 of \d+ accepted points/);
  await expectSaved(page);
  await page.reload();
  await expect(page.getByTestId('envelope-share')).toContainText(/^1 of \d+ accepted points/);
});
