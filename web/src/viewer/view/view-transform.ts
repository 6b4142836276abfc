/**
 * Place of image pixels on the canvas. An image point names the pixel centre (docs/contracts.md#keys-and-coordinates): the upper left pixel
 * covers -0.5..0.5 on both axes. Screen points are CSS pixels from the canvas's upper left corner.
 */
export interface Point {
  x: number;
  y: number;
}

export interface ViewTransform {
  /** CSS pixels for one image pixel in x. */
  scale: number;
  /** Height of a pixel over its width; 1 for square pixels. */
  aspect: number;
  /** Screen position of the image's upper left corner, which is image point (-0.5, -0.5). */
  left: number;
  top: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Zoom limits in CSS pixels an image pixel. */
export const MIN_SCALE = 0.05;
export const MAX_SCALE = 64;
/** At least this much of the image stays on the canvas, in CSS pixels. */
const KEEP_VISIBLE_PX = 48;
/** A zoom this near to a whole number of screen pixels is one. */
const WHOLE_WITHIN = 1e-9;

export const imageToScreen = (view: ViewTransform, point: Point): Point => ({
  x: view.left + (point.x + 0.5) * view.scale,
  y: view.top + (point.y + 0.5) * view.scale * view.aspect,
});

export const screenToImage = (view: ViewTransform, point: Point): Point => ({
  x: (point.x - view.left) / view.scale - 0.5,
  y: (point.y - view.top) / (view.scale * view.aspect) - 0.5,
});

/** The whole image, as large as it fits, in the middle. */
export function fit(image: Size, canvas: Size, aspect: number): ViewTransform {
  const scale = clampScale(Math.min(canvas.width / image.width, canvas.height / (image.height * aspect)));
  return centred(image, canvas, aspect, scale);
}

/** A part of an image in stored pixels, from pixel centre to pixel centre. */
export interface Box extends Point, Size {}

/** A part of the image, as large as it fits, in the middle. */
export function fitBox({ x, y, width, height }: Box, canvas: Size, aspect: number): ViewTransform {
  const scale = clampScale(Math.min(canvas.width / width, canvas.height / (height * aspect)));
  return {
    scale,
    aspect,
    left: canvas.width / 2 - (x + width / 2 + 0.5) * scale,
    top: canvas.height / 2 - (y + height / 2 + 0.5) * scale * aspect,
  };
}

export function centred(image: Size, canvas: Size, aspect: number, scale: number): ViewTransform {
  return { scale, aspect, left: (canvas.width - image.width * scale) / 2, top: (canvas.height - image.height * scale * aspect) / 2 };
}

/** Another zoom with the image point under `anchor` (screen) kept where it is. */
export function zoomAt(view: ViewTransform, scale: number, anchor: Point): ViewTransform {
  const wanted = clampScale(scale);
  const ratio = wanted / view.scale;
  return { ...view, scale: wanted, left: anchor.x - (anchor.x - view.left) * ratio, top: anchor.y - (anchor.y - view.top) * ratio };
}

export function pan(view: ViewTransform, dx: number, dy: number): ViewTransform {
  return { ...view, left: view.left + dx, top: view.top + dy };
}

/** The same view moved so that some of the image stays in sight. */
export function keepVisible(view: ViewTransform, image: Size, canvas: Size): ViewTransform {
  const width = image.width * view.scale;
  const height = image.height * view.scale * view.aspect;
  return {
    ...view,
    left: Math.min(Math.max(view.left, KEEP_VISIBLE_PX - width), canvas.width - KEEP_VISIBLE_PX),
    top: Math.min(Math.max(view.top, KEEP_VISIBLE_PX - height), canvas.height - KEEP_VISIBLE_PX),
  };
}

/**
 * The same view on whole pixels of the screen where an image pixel covers a whole number of them, so that 100 % shows the
 * samples themselves and not a mixture of neighbours.
 * @param ratio screen pixels a CSS pixel
 */
export function onWholePixels(view: ViewTransform, ratio: number): ViewTransform {
  const whole = (size: number): boolean => Math.abs(size - Math.round(size)) < WHOLE_WITHIN;
  const snap = (edge: number): number => Math.round(edge * ratio) / ratio;
  return {
    ...view,
    left: whole(view.scale * ratio) ? snap(view.left) : view.left,
    top: whole(view.scale * view.aspect * ratio) ? snap(view.top) : view.top,
  };
}

export const clampScale = (scale: number): number => Math.min(Math.max(scale, MIN_SCALE), MAX_SCALE);
