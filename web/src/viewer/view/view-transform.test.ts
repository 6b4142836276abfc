import { describe, expect, it } from 'vitest';
import { MAX_SCALE, centred, fit, fitBox, imageToScreen, keepVisible, onWholePixels, screenToImage, zoomAt } from './view-transform.ts';

describe('view transform', () => {
  it('puts the centre of the upper left pixel half a pixel inside the image', () => {
    const view = { scale: 8, aspect: 1, left: 100, top: 50 };
    expect(imageToScreen(view, { x: 0, y: 0 })).toEqual({ x: 104, y: 54 });
    expect(imageToScreen(view, { x: 12, y: 7 })).toEqual({ x: 200, y: 110 });
  });

  it('reads back what it drew at every zoom, with non-square pixels too', () => {
    for (const scale of [0.5, 1, 8]) {
      for (const aspect of [1, 0.8, 1.4]) {
        const view = { scale, aspect, left: 13.25, top: -7.5 };
        const back = screenToImage(view, imageToScreen(view, { x: 12, y: 7 }));
        expect(back.x).toBeCloseTo(12, 10);
        expect(back.y).toBeCloseTo(7, 10);
      }
    }
  });

  it('fits the image whole and in the middle, pixel aspect honoured', () => {
    const view = fit({ width: 400, height: 300 }, { width: 1000, height: 600 }, 1.5);
    // 300 rows of height 1.5 are 450 units: 600 / 450 limits.
    expect(view.scale).toBeCloseTo(600 / 450, 12);
    expect(view.top).toBeCloseTo(0, 12);
    expect(view.left).toBeCloseTo((1000 - 400 * (600 / 450)) / 2, 12);
  });

  it('begins on a screen pixel where image pixels cover whole ones, and only there', () => {
    expect(onWholePixels({ scale: 1, aspect: 1, left: 382.16, top: 204.5 }, 1)).toMatchObject({ left: 382, top: 205 });
    expect(onWholePixels({ scale: 1.5, aspect: 1, left: 10.3, top: 7.6 }, 2)).toMatchObject({ left: 10.5, top: 7.5 });
    expect(onWholePixels({ scale: 1, aspect: 0.8, left: 382.16, top: 204.4 }, 1)).toMatchObject({ left: 382, top: 204.4 });
    expect(onWholePixels({ scale: 1.1, aspect: 1, left: 382.16, top: 204.5 }, 1)).toMatchObject({ left: 382.16, top: 204.5 });
  });

  it('keeps the point under the pointer while zooming', () => {
    const view = centred({ width: 400, height: 300 }, { width: 800, height: 600 }, 1, 1);
    const anchor = { x: 333, y: 211 };
    const before = screenToImage(view, anchor);
    const after = screenToImage(zoomAt(view, 5.7, anchor), anchor);
    expect(after.x).toBeCloseTo(before.x, 9);
    expect(after.y).toBeCloseTo(before.y, 9);
    expect(zoomAt(view, 1e9, anchor).scale).toBe(MAX_SCALE);
  });

  it('never lets the image leave the canvas altogether', () => {
    const image = { width: 100, height: 100 };
    const view = keepVisible({ scale: 1, aspect: 1, left: -5000, top: 9000 }, image, { width: 500, height: 400 });
    expect(view.left + image.width).toBeGreaterThan(0);
    expect(view.top).toBeLessThan(400);
  });
});

it('a part of the image is shown in the middle, as large as it fits', () => {
  const view = fitBox({ x: 100, y: 40, width: 200, height: 50 }, { width: 800, height: 600 }, 2);
  expect(view.scale).toBe(4);
  expect(imageToScreen(view, { x: 200, y: 65 })).toEqual({ x: 400, y: 300 });
  expect(imageToScreen(view, { x: 100, y: 65 })).toEqual({ x: 0, y: 300 });
});
