/** Segmentation of M-Mode strips: line by line and cycle by cycle, at places known beforehand. */
import { look } from './support/look.ts';
import { chooseTraced, clickAt, keys, lineRow, lines, mode, openSegmentation, recordOf, tool } from './support/segmentation.ts';
import { viewOf } from './support/picture.ts';
import { canvas, enter, expectSaved } from './support/steps.ts';
import { expect, test } from './support/test.ts';

test('an M-Mode strip: four lines of a cycle by pointer, the next cycles predicted and accepted', async ({ page }) => {
  await enter(page, 'editor@demo');
  const image = await openSegmentation(page, 'Demo cycles adult', 'C01', /LV M-Mode/);
  const truth = image.segmentation[0]?.lines ?? [];
  expect(truth.map(({ name }) => name)).toEqual(['septum epi', 'septum endo', 'PW endo', 'PW epi']);
  await mode(page, 'Finished');
  await tool(page, 'Remove all lines').click();
  for (const [number, line] of truth.entries()) {
    await mode(page, `Tracing ${line.name}`);
    for (const at of line.points) await clickAt(page, at);
    await expect(lineRow(page, line.name)).toContainText(`${line.points.length} points`);
    if (number === 1) {
      await expectSaved(page);
      await page.reload();
      await chooseTraced(page, /LV M-Mode/);
      await mode(page, `Tracing ${line.name}`);
    }
    await keys(page, 'f');
  }
  await expect(page.getByTestId('cycle-of')).toContainText('cycle 2 of');
  await mode(page, 'Tracing septum epi');
  await keys(page, 'p');
  await mode(page, 'septum epi, predicted');
  await look(page, 'segmentation-m-mode', [canvas(page), page.getByRole('toolbar', { name: 'Tools' }), lines(page)]);
  await keys(page, 'f', 'f', 'f', 'f');
  await expectSaved(page);
  const now = await recordOf(page, image.filename);
  const { scale } = await viewOf(page);
  for (const line of truth) {
    const found = now.segmentation[0]?.lines?.find(({ name }) => name === line.name);
    expect(found?.points).toHaveLength(line.points.length);
    for (const [place, { x, y }] of line.points.entries())
      expect(
        Math.hypot((found?.points[place]?.x ?? 0) - x, (found?.points[place]?.y ?? 0) - y),
        `${line.name} ${place}`,
      ).toBeLessThanOrEqual(1 / scale);
  }
  // The copies are at the same share of their cycle.
  const [from, to] = now.cardiac_events;
  const columns = [from?.end_diastole_start, from?.end_diastole_end, to?.end_diastole_start, to?.end_diastole_end].map(Number);
  const [start = 0, end = 0, next = 0, last = 0] = columns;
  const [source, copy] = [now.segmentation[0]?.lines?.[0], now.segmentation[1]?.lines?.[0]];
  expect(copy?.finished).toBe(true);
  for (const [place, { x }] of (source?.points ?? []).entries())
    expect(copy?.points[place]?.x).toBeCloseTo(next + ((x - start) * (last - next)) / (end - start), 6);
});
