/** Lines of a model, from the pictures of an export to a rater that is compared: what matches is shown before anything is stored. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { unzipped } from '../../server/test/exported.ts';
import { look } from './support/look.ts';
import { EXPORTED, signIn, takeRole } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const PROJECT = 'Demo readers adult';
const READ = { timeout: 30_000 };
/** The model draws every area this much smaller, about its middle. */
const SHRUNK = 0.9;

interface DataSet {
  images: { id: number; file_name: string; width: number; height: number; blind: boolean }[];
  categories: { id: number; name: string }[];
  annotations: { image_id: number; category_id: number; segmentation: number[][] }[];
}

/** The exported data set of the project, made by the Data scientist. */
async function exportPictures(page: Page): Promise<{ file: string; set: DataSet }> {
  for (const box of await page.locator('input[type=checkbox]:enabled:checked').and(page.getByRole('checkbox')).all()) await box.uncheck();
  await page.getByRole('checkbox', { name: /^COCO/ }).check();
  const download = page.waitForEvent('download', EXPORTED);
  await page.getByRole('button', { name: 'Create export' }).click();
  const files = await unzipped(await (await download).path());
  const text = files.get('coco/annotations.json')!.toString('utf8');
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'echometry-model-')), 'annotations.json');
  await writeFile(file, text);
  return { file, set: JSON.parse(text) as DataSet };
}

const pairsOf = (numbers: readonly number[]): [number, number][] =>
  Array.from({ length: numbers.length / 2 }, (_, at) => [numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0]);

/** The polygon about its middle, beginning at another corner, as programs for labels write it. */
function shrunk(numbers: readonly number[]): [number, number][] {
  const points = pairsOf(numbers);
  const [x, y] = [0, 1].map((axis) => points.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / points.length) as [number, number];
  const smaller = points.map(([px, py]): [number, number] => [x + SHRUNK * (px - x), y + SHRUNK * (py - y)]);
  return [...smaller.slice(7), ...smaller.slice(0, 7)];
}

/** A file of labelme for each picture of the editor, who does not work blind; the first also has a rectangle. */
async function labelsOf({ file, set }: { file: string; set: DataSet }): Promise<{ files: string[]; lines: number }> {
  const nameOf = new Map(set.categories.map(({ id, name }) => [id, name]));
  let lines = 0;
  const files: string[] = [];
  for (const [at, { id, file_name, width, height }] of set.images.filter(({ blind }) => !blind).entries()) {
    const own = set.annotations.filter(({ image_id }) => image_id === id);
    const shapes = own.map(({ category_id, segmentation }) => ({
      label: nameOf.get(category_id),
      points: shrunk(segmentation[0]!),
      shape_type: 'polygon',
    }));
    lines += shapes.length;
    const odd = {
      label: 'LV endo',
      points: [
        [1, 1],
        [9, 9],
      ],
      shape_type: 'rectangle',
    };
    const place = path.join(path.dirname(file), `${at}.json`);
    const labels = { version: '5.5.0', flags: {}, imagePath: file_name, imageData: null, imageWidth: width, imageHeight: height };
    await writeFile(place, JSON.stringify({ ...labels, shapes: at === 0 ? [odd, ...shapes] : shapes }));
    files.push(place);
  }
  return { files, lines };
}

/** The panel may be higher than a small screen, and scrolls between them. */
const edges = (page: Page) => [page.getByRole('banner').first(), page.getByRole('note')];

test('labels drawn elsewhere are checked, stored as a rater, and compared with a reader', async ({ page }) => {
  test.slow();
  await signIn(page, 'data@demo');
  await takeRole(page, 'Data scientist', /\/export/);
  await page.getByRole('tab', { name: PROJECT, exact: true }).click();
  await expect(page.getByRole('tab', { name: PROJECT, exact: true })).toHaveAttribute('aria-selected', 'true');
  const exported = await exportPictures(page);
  const { files, lines } = await labelsOf(exported);
  expect(lines).toBeGreaterThan(16);

  await page.goto('/studies?project=demo-readers-adult&tab=stats');
  await page.getByRole('button', { name: 'Update now' }).click();
  await expect(page.getByRole('region', { name: 'DATA STATISTICS' })).toBeVisible();
  await page.keyboard.press('1');
  await page.keyboard.press('3');
  const agreement = page.getByRole('region', { name: 'AGREEMENT', exact: true });
  await agreement.getByRole('button', { name: 'Add lines of a model' }).press('Enter');
  const panel = agreement.getByRole('region', { name: 'Lines of a model' });
  await expect(panel.getByLabel('Name of the model')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('alert')).toHaveText('Enter the name of the model');
  await page.keyboard.type('shrinking-net');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0.9');
  await panel.getByLabel('Files of the model').setInputFiles(files);
  await page.keyboard.press('Enter');
  // Without the exported data set, the pictures are unknown.
  await expect(panel.getByText('No line matches.')).toBeVisible(READ);
  await expect(panel.getByRole('table', { name: /does not match|do not match/ })).toContainText(
    'Labels of labelme need the annotations.json',
  );
  await panel.getByRole('button', { name: 'Choose other files' }).press('Enter');
  await panel.getByLabel('File of the export').setInputFiles(exported.file);
  // The files of the first check wait on the server, until they are discarded.
  const waiting = panel.getByTestId('waiting-files');
  await expect(waiting).toHaveText(/^\d+ files, (\d+\.\d MB) of \1 sent/);
  await look(page, 'model-lines-form', edges(page));
  await waiting.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(waiting).toHaveCount(0);
  await panel.getByRole('button', { name: 'Check' }).press('Enter');

  await expect(
    panel.getByText(new RegExp(`^${lines} lines on \\d+ images of \\d+ studies match and would become work of shrinking-net@models`)),
  ).toBeVisible(READ);
  await expect(panel.getByRole('table', { name: '1 entry does not match' })).toContainText('a rectangle is not a line');
  await look(page, 'model-lines-checked', edges(page));
  await panel.getByRole('button', { name: `Store ${lines} lines` }).press('Enter');
  await expect(panel.getByText(/are stored as work of shrinking-net@models/)).toBeVisible(READ);
  await panel.getByRole('button', { name: 'Close' }).press('Enter');

  await agreement.getByLabel('First reader').click();
  await page.getByRole('option', { name: /^editor/ }).click();
  await agreement.getByLabel('Second reader').click();
  await page.getByRole('option', { name: /^shrinking-net, blind/ }).click();
  const contours = agreement.getByRole('table', { name: 'Agreement of contours' });
  await expect(contours).toContainText('LV endo', READ);
  // Of two areas of which one is the other at 0.9 of its size, Dice is 2 * 0.81 / 1.81.
  const row = contours.getByRole('row', { name: /^LV endo/ }).first();
  const dice = Number.parseFloat((await row.getByRole('cell').nth(2).textContent()) ?? '');
  expect(dice).toBeGreaterThan(0.87);
  expect(dice).toBeLessThan(0.92);
  await look(page, 'model-lines-compared', edges(page));
});
