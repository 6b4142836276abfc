import { describe, expect, it, vi } from 'vitest';
import { ViewController } from './view-controller.ts';

const CANVAS = { width: 800, height: 600 };
const IMAGE = { width: 400, height: 300 };

function shown(aspect = 1): ViewController {
  const view = new ViewController();
  view.setCanvas(CANVAS, 1);
  view.setImage(IMAGE, aspect);
  return view;
}

describe('view controller', () => {
  it('fits a picture as soon as both sizes are known, in either order', () => {
    const view = new ViewController();
    view.setImage(IMAGE, 1);
    expect(view.view).toBeNull();
    view.setCanvas(CANVAS, 1);
    expect(view.view).toMatchObject({ scale: 2, left: 0, top: 0 });
    expect(shown().view).toEqual(view.view);
  });

  it('fits again when the canvas changes, until the person has zoomed', () => {
    const view = shown();
    view.setCanvas({ width: 400, height: 300 }, 1);
    expect(view.view?.scale).toBe(1);
    view.zoomTo(3);
    view.setCanvas(CANVAS, 1);
    expect(view.view?.scale).toBe(3);
    view.fit();
    view.setCanvas({ width: 400, height: 300 }, 1);
    expect(view.view?.scale).toBe(1);
  });

  it('zooms only along the rows about a place, until the picture is fitted again', () => {
    const view = shown();
    const about = { x: 300, y: 200 };
    const before = view.toStored(about);
    const { y } = view.screenScale;
    view.stretchBy(2, about);
    expect(view.screenScale.x).toBe(4);
    expect(view.screenScale.y).toBeCloseTo(y, 12);
    expect(view.toStored(about)?.x).toBeCloseTo(before?.x ?? Number.NaN, 12);
    expect(view.toStored(about)?.y).toBeCloseTo(before?.y ?? Number.NaN, 12);
    view.zoomBy(2, about);
    expect(view.screenScale.x / view.screenScale.y).toBeCloseTo(2, 12);
    view.fit();
    expect(view.screenScale).toEqual({ x: 2, y: 2 });
  });

  it('leaves room for rows of a strip that are drawn beyond the picture, and none for those within it', () => {
    const view = shown();
    const before = view.view;
    view.setRoom({ top: 100, bottom: 200, up: 50, down: 60 });
    expect(view.view).toEqual(before);
    // A strip down to the last row: 60 more of them below.
    const rows = IMAGE.height;
    view.setRoom({ top: 100, bottom: rows - 1, up: 60, down: 0 });
    const lowest = view.toScreen({ x: 0, y: rows - 0.5 + 60 });
    expect(lowest?.y ?? Infinity).toBeLessThanOrEqual(view.canvas.height);
    expect(view.toScreen({ x: 0, y: -0.5 })?.y ?? -1).toBeGreaterThanOrEqual(0);
    view.setRoom(null);
    expect(view.view).toEqual(before);
  });

  it('keeps the stored point under the pointer while it zooms', () => {
    const view = shown();
    const about = { x: 123, y: 321 };
    const before = view.toStored(about);
    view.zoomBy(3.7, about);
    const after = view.toStored(about);
    expect(after?.x).toBeCloseTo(before?.x ?? Number.NaN, 9);
    expect(after?.y).toBeCloseTo(before?.y ?? Number.NaN, 9);
  });

  it('holds the picture from edge to edge: half a pixel beyond the centres of the outermost pixels', () => {
    const view = shown();
    expect(view.contains({ x: -0.5, y: -0.5 })).toBe(true);
    expect(view.contains({ x: -0.51, y: 0 })).toBe(false);
    expect(view.contains({ x: 399.49, y: 299.49 })).toBe(true);
    expect(view.contains({ x: 399.5, y: 0 })).toBe(false);
  });

  it('turns a tolerance of the screen into stored pixels of either axis', () => {
    const view = shown(2);
    view.zoomTo(4);
    // A pixel is 4 CSS pixels wide and 8 high.
    expect(view.toleranceOf(8)).toEqual({ x: 2, y: 1 });
    expect(view.screenScale).toEqual({ x: 4, y: 8 });
  });

  it('reads back the place of a stored point at every zoom and pixel aspect', () => {
    for (const aspect of [1, 0.8, 1.7]) {
      const view = shown(aspect);
      for (const scale of [0.4, 1, 7.3]) {
        view.zoomTo(scale);
        const there = view.toScreen({ x: 17.25, y: 203.5 });
        const back = there && view.toStored(there);
        expect(back?.x).toBeCloseTo(17.25, 9);
        expect(back?.y).toBeCloseTo(203.5, 9);
      }
    }
  });

  it('takes up a kept view on a canvas of another size, about the same place', () => {
    const view = shown();
    view.zoomTo(5);
    view.panBy(37, -21);
    const kept = view.keep();
    const other = new ViewController();
    other.clear(kept);
    other.setCanvas({ width: 500, height: 700 }, 1);
    other.setImage(IMAGE, 1);
    expect(other.view?.scale).toBe(5);
    const centre = other.toStored({ x: 250, y: 350 });
    // Views begin on whole screen pixels: a fifth of a stored pixel here.
    expect(Math.abs((centre?.x ?? 0) - (kept?.centre.x ?? 9))).toBeLessThanOrEqual(0.2);
    expect(Math.abs((centre?.y ?? 0) - (kept?.centre.y ?? 9))).toBeLessThanOrEqual(0.2);
    expect(shown().keep()).toBeNull();
  });

  it('reports every change of the view', () => {
    const view = shown();
    const reported = vi.fn<ViewController['onView']>();
    view.onView = reported;
    view.panBy(3, 4);
    expect(reported).toHaveBeenCalledWith(view.view);
  });
});
