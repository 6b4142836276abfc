/** A screen at the sizes it is made for: what a program can see is checked, and pictures are taken for a person to look at. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { REPOSITORY } from './repository.ts';

/** The last one is the size of the following steps. */
const SIZES = [
  [1280, 720],
  [1920, 1080],
  [1440, 900],
] as const;
/** Off in a whole run (`npm test`), where taking pictures would take a third of the time of a look. */
const TAKES_PICTURES = process.env['ECHOMETRY_PICTURES'] !== 'none';
const FOLDER = path.join(REPOSITORY, 'build', 'screens');

/** Fading content is completely visible before the picture is taken. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = (): Promise<number> => new Promise(requestAnimationFrame);
    await document.fonts.ready;
    await frame();
    await frame();
    const fading = document
      .getAnimations()
      .filter((animation) => Number.isFinite(Number(animation.effect?.getComputedTiming().endTime ?? Infinity)));
    await Promise.all(fading.map((animation) => animation.finished.catch(() => undefined)));
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await frame();
  });
}

/** Parts in sight as a whole, none over another. */
async function expectApart(page: Page, name: string, apart: readonly Locator[]): Promise<void> {
  const size = page.viewportSize();
  if (!size) throw new Error('The page has no size');
  const boxes = await Promise.all(apart.map(async (part) => ({ part: String(part), box: await part.boundingBox() })));
  for (const { part, box } of boxes) {
    if (!box) throw new Error(`${name}: ${part} is not shown`);
    expect(box.x, part).toBeGreaterThanOrEqual(0);
    expect(box.y, part).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width, part).toBeLessThanOrEqual(size.width + 0.5);
    expect(box.y + box.height, part).toBeLessThanOrEqual(size.height + 0.5);
  }
  for (const [index, a] of boxes.entries()) {
    for (const b of boxes.slice(index + 1)) {
      if (!a.box || !b.box) continue;
      const width = Math.min(a.box.x + a.box.width, b.box.x + b.box.width) - Math.max(a.box.x, b.box.x);
      const height = Math.min(a.box.y + a.box.height, b.box.y + b.box.height) - Math.max(a.box.y, b.box.y);
      expect(Math.min(width, height), `${name}: ${a.part} over ${b.part}`).toBeLessThanOrEqual(0.5);
    }
  }
}

/** Takes a screen at every size: nothing to scroll sideways, its main parts in sight and apart, nothing serious for axe. */
export async function look(page: Page, name: string, apart: readonly Locator[] = []): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    for (const part of apart) await expect(part).toBeVisible();
    await settle(page);
    if (TAKES_PICTURES) await page.screenshot({ path: path.join(FOLDER, `${name}-${width}x${height}.png`) });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
      `${name}: no sideways scrolling at ${width}`,
    ).toBeLessThanOrEqual(width);
    await expectApart(page, name, apart);
  }
  await expectAccessible(page, name);
}
