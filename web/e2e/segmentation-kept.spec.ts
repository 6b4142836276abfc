/** Tracing loses nothing: a lost network in the middle of a line and of a thickness, a killed tab in the middle of a drag, and two editors on one image. */
import { drawnCentre, viewOf } from './support/picture.ts';
import { chooseTraced, clickAt, keys, lineRow, mode, openSegmentation, recordOf } from './support/segmentation.ts';
import { canvas, enter, expectSaved, savedChip } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const RING = { x: 372, y: 332 };
const OTHER_RING = { x: 448, y: 336 };
const WALL = { x: 360, y: 250 };
const APEX = { x: 410, y: 120 };

test('a network lost in the middle of a line and of a thickness, and a tab killed in the middle of a drag', async ({
  page,
  context,
  faults,
}) => {
  faults.expect(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await enter(page, 'editor@demo');
  const { filename } = await openSegmentation(page, 'Demo cycles adult', 'C02', /4-chamber/);
  await mode(page, 'Tracing LV endo');
  await clickAt(page, RING);
  await clickAt(page, OTHER_RING);
  await expectSaved(page);
  await context.setOffline(true);
  await clickAt(page, WALL);
  await expect(savedChip(page)).toContainText('Offline, 1 change kept here', { timeout: 15_000 });
  await expect(lineRow(page, 'LV endo')).toContainText('3 points');
  await context.setOffline(false);
  await expectSaved(page);
  const placesOf = async () =>
    (await recordOf(page, filename)).segmentation[0]?.end_diastole?.lines[0]?.points.map(({ x, y }) => [Math.round(x), Math.round(y)]);
  const placed = await placesOf();
  expect(placed).toHaveLength(3);

  // A point that is still held when its tab dies stays where it was; what was set before is there.
  const box = await canvas(page).boundingBox();
  const at = drawnCentre(await viewOf(page), WALL);
  await page.mouse.move((box?.x ?? 0) + at.x, (box?.y ?? 0) + at.y);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + at.x - 60, (box?.y ?? 0) + at.y, { steps: 4 });
  const again = await context.newPage();
  const address = page.url();
  await page.close({ runBeforeUnload: false });
  await again.goto(address);
  await chooseTraced(again, /4-chamber/);
  await mode(again, 'Tracing LV endo');
  await expect(lineRow(again, 'LV endo')).toContainText('3 points');
  await clickAt(again, APEX);
  await expect(lineRow(again, 'LV endo')).toContainText('4 points');
  await expectSaved(again);

  // The thickness that was set while the network was away is sent when it is back, and the mode outlives a reload.
  await keys(again, 'f');
  await mode(again, 'Thickness of LV epi');
  await expectSaved(again);
  await context.setOffline(true);
  await again.getByRole('slider', { name: 'Epicardial thickness' }).focus();
  await keys(again, 'ArrowRight', 'ArrowRight');
  await expect(again.getByTestId('thickness')).toHaveText(/^0\.060 × height/);
  await expect(savedChip(again)).toContainText(/Offline, \d+ changes? kept here/, { timeout: 15_000 });
  await context.setOffline(false);
  await expectSaved(again);
  await again.reload();
  await chooseTraced(again, /4-chamber/);
  await mode(again, 'Thickness of LV epi');
  await expect(again.getByTestId('thickness')).toHaveText(/^0\.060 × height/);
});

test('two editors trace one image: the second is asked, and what is not chosen stays in the history', async ({ page, newBrowser }) => {
  await enter(page, 'editor@demo');
  const { filename } = await openSegmentation(page, 'Demo cycles adult', 'C04', /4-chamber/);
  const other = await (await newBrowser()).newPage();
  await enter(other, 'editor2@demo');
  await openSegmentation(other, 'Demo cycles adult', 'C04', /4-chamber/);
  const endoOf = async () =>
    (await recordOf(page, filename)).segmentation[0]?.end_diastole?.lines.find(({ name }) => name === 'LV endo')?.points;
  const before = (await endoOf()) ?? [];
  const [first, last] = [before[3], before.at(-4)];
  if (!first || !last) throw new Error('The demo has no traced ventricle');

  for (const [who, point] of [
    [page, first],
    [other, last],
  ] as const) {
    await who.keyboard.press('e');
    await lineRow(who, 'LV endo').click();
    await mode(who, 'Editing LV endo');
    await clickAt(who, point, 'right');
    if (who === page) await expectSaved(page);
  }
  await expect(savedChip(other)).toHaveAttribute('data-state', 'conflict');
  // Both sides have as many cycles; their points distinguish them.
  await other.getByRole('button', { name: /^Take theirs: 3 cycles, \d+ points on \d+ lines/ }).click();
  await expectSaved(other);
  const ids = (await endoOf())?.map(({ id }) => id) ?? [];
  expect(ids).toHaveLength(before.length - 1);
  expect(ids).not.toContain(first.id);
  expect(ids).toContain(last.id);
  await other.keyboard.press('Shift+H');
  await expect(other.getByRole('dialog')).toContainText('editor2@demo');
});
