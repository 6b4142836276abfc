/** Clips of fixtures/video on the screen: each frame shows its number. */
import type { Page } from '@playwright/test';
import { colourAt, drawnCentre, photograph, viewOf } from './picture.ts';
import { canvas } from './steps.ts';
import { expect } from './test.ts';

export const FRAMES = 48;
/** Blocks of a number, as fixtures/video/make-clips.mjs draws them: most significant first, their opposites below. */
export const BITS = 8;
export const BLOCK = 16;

/** Clicks the scrubber where a frame is. */
export async function seek(page: Page, frame: number): Promise<void> {
  const slider = page.getByRole('slider', { name: 'Frame', exact: true });
  const box = await slider.boundingBox();
  if (!box) throw new Error('The scrubber is not there');
  await page.mouse.click(box.x + ((frame - 1) / (FRAMES - 1)) * (box.width - 0.01), box.y + box.height / 2);
  await expect(canvas(page)).toHaveAttribute('data-frame', String(frame));
}

/** The number shown by the blocks on the screen; NaN where a block and its opposite do not differ as they must. */
export async function numberShown(page: Page): Promise<number> {
  const view = await viewOf(page);
  const picture = await photograph(page);
  let number = 0;
  for (let bit = 0; bit < BITS; bit += 1) {
    const at = (row: number): number => colourAt(picture, drawnCentre(view, { x: (bit + 0.5) * BLOCK, y: (row + 0.5) * BLOCK }))[1];
    const [block, opposite] = [at(0), at(1)];
    if (Math.abs(block - opposite) < 128) return Number.NaN;
    number = number * 2 + Number(block > opposite);
  }
  return number;
}
