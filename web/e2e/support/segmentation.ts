/** Steps of users on the page of segmentation, and the stored result. */
import type { Locator, Page } from '@playwright/test';
import type { AnalysisImage, SequenceLines } from '@echometry/contract/generated/analysis-image.ts';
import { drawnCentre, viewOf, type Point } from './picture.ts';
import { canvas, expectPicture, openStudy, thumbnails } from './steps.ts';
import { expect } from './test.ts';
import { postFrom } from './requests.ts';

export const mode = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole('note', { name: `Keys of ${name}`, exact: true })).toBeVisible();
export const lines = (page: Page): Locator => page.getByTestId('lines');
export const lineRow = (page: Page, name: string): Locator => lines(page).getByRole('button', { name: new RegExp(`^${name}`) });
export const tool = (page: Page, name: string): Locator =>
  page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name, exact: true });
export const alerts = (page: Page): Locator => page.getByRole('log', { name: 'Messages' });

/** Texts of the cells of a row, with a space between them. */
export async function cellsOf(row: Locator): Promise<string> {
  await row.waitFor();
  return (await row.getByRole('cell').allTextContents()).join(' ');
}

export async function keys(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.keyboard.press(name);
}

/** Presses a place of the picture, in stored pixels. */
export async function clickAt(page: Page, stored: Point, button: 'left' | 'right' = 'left'): Promise<void> {
  const box = await canvas(page).boundingBox();
  if (!box) throw new Error('There is no picture');
  const at = drawnCentre(await viewOf(page), stored);
  await page.mouse.click(box.x + at.x, box.y + at.y, { button });
}

/** Opens the first whole cycle by the key, which follows it at once; cancels that, and follows it by the key. */
export async function followAfterCancel(page: Page, whole: Locator, timeout: number): Promise<void> {
  await keys(page, 'd');
  await mode(page, 'Whole cycle 1');
  await expect(whole.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await keys(page, 'Shift+V');
  await expect(whole).toContainText('not followed');
  await keys(page, 'v');
  await expect(whole).toContainText('not accepted', { timeout });
}

/** Opens an image of the page by its label. @returns its filename */
export async function chooseTraced(page: Page, label: RegExp): Promise<string> {
  const image = thumbnails(page).filter({ hasText: label }).first();
  await image.click();
  await expect(image).toHaveAttribute('aria-pressed', 'true');
  await expectPicture(page);
  await expect(lines(page).or(page.getByTestId('trace')).first()).toBeVisible();
  return (await image.getAttribute('data-filename')) ?? '';
}

interface Stored {
  analysis: { images: readonly AnalysisImage[] } | null;
}

const studies = new WeakMap<Page, { url: string; headers: Record<string, string>; body: string }>();

/** The record of an image as the server has it. */
export async function recordOf(page: Page, name: string): Promise<AnalysisImage> {
  const asked = studies.get(page);
  if (!asked) throw new Error('The study was not opened here');
  const answer = await postFrom(page, asked.url, { headers: asked.headers, data: asked.body });
  const { analysis } = (await answer.json()) as Stored;
  const image = analysis?.images.find(({ filename }) => filename === name);
  if (!image) throw new Error(`The study has no image ${name}`);
  return image;
}

/** Lines on every frame of a cycle as the server has them. */
export async function linesOf(page: Page, hash: string): Promise<SequenceLines | undefined> {
  const asked = studies.get(page);
  if (!asked) throw new Error('The study was not opened here');
  const { id, db_name, medical_data_type } = JSON.parse(asked.body) as Record<string, string>;
  const url = asked.url.replace(/analysis\/get$/, 'analysis/get_sequences');
  const answer = await postFrom(page, url, {
    headers: asked.headers,
    data: JSON.stringify({ id, db_name, medical_data_type, hashes: [hash] }),
  });
  return ((await answer.json()) as { sequences?: Record<string, SequenceLines> }).sequences?.[hash];
}

/** Opens a study, and remembers how its record is asked for. */
export const openRecorded = (page: Page, project: string, patient: string): Promise<void> =>
  recorded(page, () => openStudy(page, project, patient));

/** Remembers how the record of the study is asked for that `open` opens. */
export async function recorded(page: Page, open: () => Promise<unknown>): Promise<void> {
  const opened = page.waitForRequest(/analysis\/get/);
  await open();
  const request = await opened;
  studies.set(page, { url: request.url(), headers: await request.allHeaders(), body: request.postData() ?? '' });
}

/** Opens the page with an image that is named by its label. @returns its record */
export async function openSegmentation(page: Page, project: string, patient: string, label: RegExp): Promise<AnalysisImage> {
  await openRecorded(page, project, patient);
  await page.getByRole('link', { name: 'Segmentation' }).click();
  await page.waitForURL(/\/segmentation/);
  return recordOf(page, await chooseTraced(page, label));
}
