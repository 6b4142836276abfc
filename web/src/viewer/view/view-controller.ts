/**
 * Place of the picture on the canvas, and stored pixels of a place on the canvas: fit, zoom, pan, pixel aspect and hit
 * coordinates. It knows sizes and numbers only.
 */
import type { ScreenScale } from '../../tools/hit/hit.ts';
import {
  centred,
  clampScale,
  fit,
  imageToScreen,
  keepVisible,
  onWholePixels,
  pan,
  screenToImage,
  zoomAt,
  type Point,
  type Size,
  type ViewTransform,
} from './view-transform.ts';

/** How a picture was looked at, without the size of the canvas; null for the whole picture. */
export type KeptView = { scale: number; centre: Point } | null;

export class ViewController {
  /** Called with every other view. */
  onView: (view: ViewTransform) => void = () => undefined;
  #view: ViewTransform | null = null;
  #fitted = true;
  #canvas: Size = { width: 0, height: 0 };
  #image: Size | null = null;
  #aspect = 1;
  /** Horizontal stretch beyond the pixel's shape: along the time of a strip. */
  #stretch = 1;
  /** A strip with rows that are drawn at its other end, maybe beyond the picture's edges. */
  #wrap: { top: number; bottom: number; up: number; down: number } | null = null;
  /** Screen pixels a CSS pixel. */
  #ratio = 1;
  /** A view to take up as soon as the sizes are known. */
  #wanted: KeptView = null;

  /** Null until picture and canvas have a size. */
  get view(): ViewTransform | null {
    return this.#view;
  }

  /** Size of the canvas in CSS pixels. */
  get canvas(): Size {
    return this.#canvas;
  }

  setCanvas(canvas: Size, ratio: number): void {
    this.#canvas = canvas;
    this.#ratio = ratio;
    this.#settle();
  }

  /**
   * Another picture, or another shape of its pixels.
   * @param aspect height of a pixel over its width
   */
  setImage(image: Size, aspect: number): void {
    if (this.#image?.width === image.width && this.#image.height === image.height && this.#aspect === aspect && this.#view) return;
    this.#image = image;
    this.#aspect = aspect;
    this.#settle();
  }

  /** Rows of a strip that are drawn at its other end: a picture that is fitted leaves room for those beyond its edges. */
  setRoom(wrap: { top: number; bottom: number; up: number; down: number } | null): void {
    this.#wrap = wrap;
    if (this.#fitted) this.fit();
  }

  /** Forgets the picture; the next one is shown as it was kept. */
  clear(kept: KeptView): void {
    this.#image = null;
    this.#stretch = 1;
    this.#view = null;
    this.#fitted = kept === null;
    this.#wanted = kept;
  }

  fit(): void {
    this.#stretch = 1;
    const image = this.#image;
    if (!image || this.#canvas.width === 0) return;
    const { above, below } = this.#beyond(image);
    const view = fit({ width: image.width, height: image.height + above + below }, this.#canvas, this.#aspect);
    this.#set(pan(view, 0, above * view.scale * view.aspect), true);
  }

  /** Rows that are drawn above and below the picture. */
  #beyond({ height }: Size): { above: number; below: number } {
    const { top, bottom, up, down } = this.#wrap ?? { top: 0, bottom: height - 1, up: 0, down: 0 };
    return { above: Math.max(down - top, 0), below: Math.max(bottom + 1 + up - height, 0) };
  }

  /** @param scale CSS pixels an image pixel, about the middle of the canvas */
  zoomTo(scale: number): void {
    this.#stretch = 1;
    if (this.#view) this.#set(zoomAt({ ...this.#view, aspect: this.#aspect }, scale, this.#middle()), false);
  }

  /** Zooms only along the rows, which are the time of a strip; heights stay. */
  stretchBy(factor: number, about: Point = this.#middle()): void {
    const view = this.#view;
    if (!view) return;
    const by = clampScale(view.scale * factor) / view.scale;
    this.#stretch *= by;
    const left = about.x - (about.x - view.left) * by;
    this.#set({ ...view, scale: view.scale * by, aspect: this.#aspect / this.#stretch, left }, false);
  }

  /** @param about place of the canvas that stays where it is; its middle without one */
  zoomBy(factor: number, about: Point = this.#middle()): void {
    if (this.#view) this.#set(zoomAt(this.#view, this.#view.scale * factor, about), false);
  }

  panBy(dx: number, dy: number): void {
    if (this.#view) this.#set(pan(this.#view, dx, dy), false);
  }

  /** Input for `clear` that shows the picture like this again. */
  keep(): KeptView {
    if (!this.#view) return this.#wanted;
    return this.#fitted ? null : { scale: this.#view.scale, centre: screenToImage(this.#view, this.#middle()) };
  }

  toStored(screen: Point): Point | null {
    return this.#view ? screenToImage(this.#view, screen) : null;
  }

  toScreen(stored: Point): Point | null {
    return this.#view ? imageToScreen(this.#view, stored) : null;
  }

  /** True for a place within the picture: its pixels reach half a pixel beyond their centres. */
  contains(stored: Point): boolean {
    const image = this.#image;
    if (!image) return false;
    return stored.x >= -0.5 && stored.y >= -0.5 && stored.x < image.width - 0.5 && stored.y < image.height - 0.5;
  }

  /** CSS pixels that a stored pixel has on each axis; for tolerances that are the same at every zoom. */
  get screenScale(): ScreenScale {
    const { scale, aspect } = this.#view ?? { scale: 1, aspect: 1 };
    return { x: scale, y: scale * aspect };
  }

  /** A tolerance of the screen in stored pixels, for each axis. */
  toleranceOf(px: number): { x: number; y: number } {
    const { x, y } = this.screenScale;
    return { x: px / x, y: px / y };
  }

  #middle(): Point {
    return { x: this.#canvas.width / 2, y: this.#canvas.height / 2 };
  }

  #settle(): void {
    const image = this.#image;
    if (!image || this.#canvas.width === 0) return;
    if (this.#wanted) {
      const { scale, centre } = this.#wanted;
      this.#wanted = null;
      const view = centred(image, this.#canvas, this.#aspect, scale);
      const at = imageToScreen(view, centre);
      const middle = this.#middle();
      this.#set(pan(view, middle.x - at.x, middle.y - at.y), false);
    } else if (this.#fitted || !this.#view) this.fit();
    else this.#set({ ...this.#view, aspect: this.#aspect / this.#stretch }, false);
  }

  #set(view: ViewTransform, fitted: boolean): void {
    this.#view = onWholePixels(this.#image ? keepVisible(view, this.#image, this.#canvas) : view, this.#ratio);
    this.#fitted = fitted;
    this.onView(this.#view);
  }
}
