/** Lines that are broken into dashes or dots, in CSS pixels so that they look the same at every zoom. */
import type { LineStyle } from '../../tools/overlay.ts';

/** Length of a dash and of the gap after it, in CSS pixels. */
const DASH: Readonly<Record<Exclude<LineStyle, 'solid'>, readonly [number, number]>> = { dashed: [7, 5], dotted: [2, 4] };

/** Calls `draw` with the points of each dash of a polyline; `piece` is the memory they are written into. */
export function dashes(
  xy: ArrayLike<number>,
  count: number,
  closed: boolean,
  style: Exclude<LineStyle, 'solid'>,
  piece: number[],
  draw: (points: number[], count: number) => void,
): void {
  const [dash, gap] = DASH[style];
  let left = dash;
  let drawing = true;
  let points = 0;
  const put = (x: number, y: number): void => {
    piece[points * 2] = x;
    piece[points * 2 + 1] = y;
    points += 1;
  };
  const end = (): void => {
    if (points > 1) draw(piece, points);
    points = 0;
  };
  put(xy[0] ?? 0, xy[1] ?? 0);
  const segments = closed ? count : count - 1;
  for (let segment = 0; segment < segments; segment += 1) {
    const x0 = xy[segment * 2] ?? 0;
    const y0 = xy[segment * 2 + 1] ?? 0;
    const next = (segment + 1) % count;
    const x1 = xy[next * 2] ?? 0;
    const y1 = xy[next * 2 + 1] ?? 0;
    const length = Math.sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2);
    let done = 0;
    while (length - done > left) {
      done += left;
      const t = done / length;
      put(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t);
      if (drawing) end();
      drawing = !drawing;
      left = drawing ? dash : gap;
    }
    left -= length - done;
    if (drawing) put(x1, y1);
  }
  if (drawing) end();
}
