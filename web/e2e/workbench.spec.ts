/** A tool of a page on the workbench: what it draws is on the screen at any zoom, hands take it, and its keys come first. */
import type { Page } from '@playwright/test';
import { HANDLE_RADIUS_PX, LINE_WIDTH_PX } from '../src/tools/overlay.ts';
import { LENS_FACTOR } from '../src/viewer/picture/animation.ts';
import { HANDLE_TOLERANCE_PX, LABEL_OFFSET, SKETCH_COLOURS, type SketchState } from '../harness/sketch-tool.ts';
import { colourAt, drawnCentre, photograph, viewOf, type Picture, type Point, type View } from './support/picture.ts';
import { canvas, expectPicture } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { serveWorkbench, type Workbench } from './support/workbench.ts';

let workbench: Workbench;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  workbench = await serveWorkbench();
});
test.afterAll(async () => {
  await workbench.close();
});

const GREY = 170;
/** The plate behind words over such grey. */
const ON_PLATE = 77;
const sketch = (page: Page): Promise<SketchState> => page.evaluate(() => (window as unknown as { bench: () => SketchState }).bench());
const point = async (page: Page, index: number): Promise<Point> => (await sketch(page)).points[index] ?? { x: NaN, y: NaN };

/** A place of the canvas in the window. */
async function onScreen(page: Page, { x, y }: Point): Promise<Point> {
  const box = await canvas(page).boundingBox();
  return { x: (box?.x ?? NaN) + x, y: (box?.y ?? NaN) + y };
}

async function pointerTo(page: Page, place: Point): Promise<void> {
  const { x, y } = await onScreen(page, place);
  await page.mouse.move(x, y);
}

const rgb = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
const near = (a: readonly number[], b: readonly number[]): boolean => a.every((part, index) => Math.abs(part - (b[index] ?? 0)) <= 3);

/** Pixels of a colour along a row of the canvas about a place. */
function across(picture: Picture, { x, y }: Point, reach: number, is: (colour: [number, number, number]) => boolean): number {
  let found = 0;
  for (let at = Math.floor(x) - reach; at <= Math.floor(x) + reach; at += 1) if (is(colourAt(picture, { x: at, y }))) found += 1;
  return found;
}

async function open(page: Page): Promise<View> {
  await page.goto(workbench.url);
  await expectPicture(page);
  return viewOf(page);
}

test('marks, lines, points, handles and labels lie where they are stored, as wide at every zoom, with their halo', async ({ page }) => {
  await open(page);
  for (const zoom of ['fit', '4', '0.5']) {
    if (zoom !== 'fit') {
      await page.getByRole('button', { name: /^Zoom/ }).click();
      await page.getByRole('menuitem', { name: `${Number(zoom) * 100} %` }).click();
      await expect(canvas(page)).toHaveAttribute('data-view', new RegExp(`"scale":${zoom.replace('.', '\\.')}[,}]`));
    }
    const { mark } = await sketch(page);
    let view = await viewOf(page);
    // The mark is brought into the middle: at 400 % it is outside.
    const middle = (await canvas(page).boundingBox())?.width ?? NaN;
    const from = await onScreen(page, { x: middle / 2, y: 40 });
    await page.mouse.move(from.x, from.y);
    await page.mouse.down({ button: 'middle' });
    await page.mouse.move(from.x + middle / 2 - drawnCentre(view, { x: mark, y: 0 }).x, from.y, { steps: 4 });
    await page.mouse.up({ button: 'middle' });
    await expect.poll(async () => Math.abs(drawnCentre(await viewOf(page), { x: mark, y: 0 }).x - middle / 2)).toBeLessThan(1);
    view = await viewOf(page);
    const picture = await photograph(page);
    const at = drawnCentre(view, { x: mark, y: 180 });
    const colour = rgb(SKETCH_COLOURS.mark);
    expect(
      across(picture, at, 12, (found) => near(found, colour)),
      `width of the mark at ${zoom}`,
    ).toBe(LINE_WIDTH_PX);
    // On its free side the halo darkens the grey by 55 %; then comes the picture as it is.
    const right = across(picture, { x: at.x + LINE_WIDTH_PX / 2 + 4, y: at.y }, 5, (found) =>
      near(found, Array(3).fill(Math.round(GREY * 0.45))),
    );
    expect(right, `halo at ${zoom}`).toBe(1);
    expect(colourAt(picture, { x: at.x + 8, y: at.y })).toEqual([GREY, GREY, GREY]);
  }
});

test('words are complete, though they were drawn before their font had come', async ({ page }) => {
  // The font comes after the first picture.
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  await page.route('**/*.woff2', async (route) => {
    await given;
    await route.continue();
  });
  const view = await open(page);
  const points = (await sketch(page)).points;
  give();
  // The words are drawn again with the font, by the animation frame after it.
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
  const picture = await photograph(page);
  for (const index of [0, 4]) {
    const { x, y } = drawnCentre(view, points[index] ?? { x: NaN, y: NaN });
    const room = Array.from({ length: 12 }, (_, row) => row - 6).flatMap((row) =>
      // Left of the word, and right of it: two figures of 12 px are at most 20 px wide with their halo.
      [0, 1, 22, 23, 24, 25].map((column) => colourAt(picture, { x: x + LABEL_OFFSET.x + column, y: y + LABEL_OFFSET.y + row })),
    );
    const plain = [GREY, ON_PLATE].map((level) => `${level},${level},${level}`);
    expect(
      room.map(String).filter((colour) => !plain.includes(colour)),
      `around P${index + 1}`,
    ).toEqual([]);
  }
});

test('the pointer takes a handle within the same pixels of the screen at any zoom, and moves it exactly', async ({ page }) => {
  const fitted = await open(page);
  for (const keys of ['', '+++', '------']) {
    for (const key of keys) {
      const old = (await canvas(page).getAttribute('data-view')) ?? '';
      await page.keyboard.press(key);
      await expect(canvas(page)).not.toHaveAttribute('data-view', old);
    }
    const view = await viewOf(page);
    const before = await point(page, 0);
    const centre = drawnCentre(view, before);
    // Just inside of the tolerance.
    const grip = { x: centre.x + HANDLE_TOLERANCE_PX - 1, y: centre.y };
    await pointerTo(page, grip);
    await expect(page.locator('[data-cursor]')).toHaveAttribute('data-cursor', 'pointer');
    await page.mouse.down();
    await pointerTo(page, { x: centre.x - 30, y: centre.y + 24 });
    await page.mouse.up();
    const now = await point(page, 0);
    const drawn = drawnCentre(view, now);
    // The place of the pointer, to a hundredth of a pixel of the screen: the window gives whole pixels or parts of them.
    expect(Math.abs(drawn.x - (centre.x - 30))).toBeLessThan(0.51);
    expect(Math.abs(drawn.y - (centre.y + 24))).toBeLessThan(0.51);
    expect(await viewOf(page)).toEqual(view);
    // Just outside of it the drag is the picture's.
    await pointerTo(page, { x: drawn.x + HANDLE_TOLERANCE_PX + 2, y: drawn.y });
    await page.mouse.down();
    await pointerTo(page, { x: drawn.x + HANDLE_TOLERANCE_PX + 42, y: drawn.y });
    await page.mouse.up();
    expect(await point(page, 0)).toEqual(now);
    await expect.poll(async () => Math.abs((await viewOf(page)).left - view.left - 40)).toBeLessThan(1);
    await page.keyboard.press('z');
    await expect.poll(async () => (await viewOf(page)).scale).toBe(fitted.scale);
  }
});

test('a held key hides everything, another enlarges what is under the pointer, and both give back what was there', async ({ page }) => {
  const view = await open(page);
  const handle = drawnCentre(view, await point(page, 0));
  const ring = { x: handle.x - HANDLE_RADIUS_PX + 1, y: handle.y };
  const line = rgb(SKETCH_COLOURS.line);
  expect(near(colourAt(await photograph(page), ring), line)).toBe(true);
  await page.keyboard.down('h');
  await expect.poll(async () => colourAt(await photograph(page), ring)).toEqual([GREY, GREY, GREY]);
  await page.keyboard.up('h');
  await expect.poll(async () => near(colourAt(await photograph(page), ring), line)).toBe(true);

  // The magnifier about a place 20 px left of the handle: the handle is drawn twice as far from it, and as large as ever.
  const about = { x: handle.x - 20, y: handle.y };
  await pointerTo(page, about);
  await page.keyboard.down('g');
  const enlarged = { x: about.x + 20 * LENS_FACTOR - HANDLE_RADIUS_PX + 1, y: handle.y };
  await expect.poll(async () => near(colourAt(await photograph(page), enlarged), line)).toBe(true);
  await page.screenshot({ path: 'build/screens/workbench-magnifier.png' });
  await page.keyboard.up('g');
  await expect.poll(async () => near(colourAt(await photograph(page), ring), line)).toBe(true);
});

test('its keys win over the keys of the viewer while it is seated; leaving gives up started work', async ({ page }) => {
  const view = await open(page);
  const loop = page.getByRole('button', { name: /^Loop/ });
  const looped = await loop.getAttribute('aria-pressed');
  await page.keyboard.press('l');
  expect((await sketch(page)).accepted).toBe(false);
  await expect(loop).toHaveAttribute('aria-pressed', looped ?? '');
  await page.screenshot({ path: 'build/screens/workbench-predicted.png' });

  // Removed in the middle of a drag.
  const before = await sketch(page);
  await pointerTo(page, drawnCentre(view, before.points[1] ?? { x: NaN, y: NaN }));
  await page.mouse.down();
  await page.mouse.move(300, 300);
  expect((await sketch(page)).taken).not.toBeNull();
  await page.getByRole('button', { name: 'Sketch' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await sketch(page)).left).toBe(1);
  expect((await sketch(page)).points).toEqual(before.points);
  await page.mouse.up();
  await page.keyboard.press('l');
  await expect(loop).not.toHaveAttribute('aria-pressed', looped ?? '');
  expect((await sketch(page)).accepted).toBe(false);
});
