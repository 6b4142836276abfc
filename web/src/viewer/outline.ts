/** Outlines as triangle strips, since lines of WebGL are one pixel wide at most. */
import type { Overlay } from './animation.ts';
import type { OverlayLine } from './line-stream.ts';
import { imageToScreen, type Point, type ViewTransform } from './view-transform.ts';

const HALO: OverlayLine['colour'] = [0, 0, 0, 0.55];

/** A closed rectangle of a line width in CSS pixels, with its dark halo of one pixel on each side below it. */
export function rectangle(from: Point, to: Point, width: number, colour: OverlayLine['colour']): OverlayLine[] {
  return [
    { strip: frameStrip(from, to, width + 2), colour: HALO },
    { strip: frameStrip(from, to, width), colour },
  ];
}

/** A rectangle in stored pixels as an overlay: its lines are made again only when the picture has moved. */
export function outline(from: Point, to: Point, width: number, colour: OverlayLine['colour']): Overlay {
  let madeFor: ViewTransform | null = null;
  let lines: OverlayLine[] = [];
  return (view) => {
    if (view !== madeFor) {
      madeFor = view;
      lines = rectangle(imageToScreen(view, from), imageToScreen(view, to), width, colour);
    }
    return lines;
  };
}

function frameStrip(from: Point, to: Point, width: number): Float32Array {
  const h = width / 2;
  const corners: [number, number, number, number][] = [
    [from.x, from.y, -1, -1], [to.x, from.y, 1, -1], [to.x, to.y, 1, 1], [from.x, to.y, -1, 1], [from.x, from.y, -1, -1],
  ];
  return new Float32Array(corners.flatMap(([x, y, sx, sy]) => [x + sx * h, y + sy * h, x - sx * h, y - sy * h]));
}
