/** Real content of the screen: the transform of the viewer and the colours of a screenshot. */
import type { Page } from '@playwright/test';
import { canvas } from './steps.ts';

export interface View {
  scale: number;
  aspect: number;
  left: number;
  top: number;
}
export interface Point {
  x: number;
  y: number;
}

/** Place of image pixels on the canvas, as the canvas publishes it with its last drawing. */
export async function viewOf(page: Page): Promise<View> {
  return JSON.parse((await canvas(page).getAttribute('data-view')) ?? 'null') as View;
}

/** Centre of an image pixel in CSS pixels of the canvas: the first pixel covers 0..scale from the left edge. */
export const drawnCentre = (view: View, { x, y }: Point): Point => ({
  x: view.left + (x + 0.5) * view.scale,
  y: view.top + (y + 0.5) * view.scale * view.aspect,
});

export interface Picture {
  width: number;
  height: number;
  rgba: Uint8Array;
}

/** Colours of the canvas on the screen, decoded by the browser in a separate page. */
export async function photograph(page: Page): Promise<Picture> {
  const png = await canvas(page).screenshot({ animations: 'disabled' });
  const decoder = await page.context().newPage();
  try {
    const { width, height, binary } = await decoder.evaluate(async (text) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }), {
        colorSpaceConversion: 'none',
        premultiplyAlpha: 'none',
      });
      const surface = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = surface.getContext('2d');
      if (!context) throw new Error('no 2D context');
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      let letters = '';
      for (let at = 0; at < data.length; at += 32_768) letters += String.fromCharCode(...data.subarray(at, at + 32_768));
      return { width: bitmap.width, height: bitmap.height, binary: btoa(letters) };
    }, png.toString('base64'));
    return { width, height, rgba: Buffer.from(binary, 'base64') };
  } finally {
    await decoder.close();
  }
}

/** Red, green and blue at a place of the canvas. */
export function colourAt({ width, rgba }: Picture, { x, y }: Point): [number, number, number] {
  const at = (Math.floor(y) * width + Math.floor(x)) * 4;
  return [rgba[at] ?? -1, rgba[at + 1] ?? -1, rgba[at + 2] ?? -1];
}
