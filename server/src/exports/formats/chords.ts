/** A ventricle as its long axis and chords across it, as EchoNet-Dynamic has it. */
import type { Position } from '@echometry/bindings/engine/drawing.ts';

export type Segment = readonly [from: Position, to: Position];

const middle = (a: Position, b: Position): Position => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = (a: Position, b: Position): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Places along `across` where the outline crosses the line through `at`, which is upright to `along`. */
function crossings(outline: readonly Position[], at: Position, along: Position, across: Position): number[] {
  const found: number[] = [];
  const level = (point: Position): number => (point.x - at.x) * along.x + (point.y - at.y) * along.y;
  outline.forEach((a, place) => {
    const b = outline[(place + 1) % outline.length];
    if (!b) return;
    const [above, below] = [level(a), level(b)];
    if (above <= 0 === below <= 0) return;
    const share = above / (above - below);
    found.push((a.x + (b.x - a.x) * share - at.x) * across.x + (a.y + (b.y - a.y) * share - at.y) * across.y);
  });
  return found;
}

/**
 * The long axis from the apex to the middle of the base, then `count` chords upright to it from the apex to the mitral
 * plane, each at the middle of its disc, from the viewer's left wall to the right one. Null where a disc meets no wall.
 * @param contour from ring to ring; the apex is its point farthest from the middle of both
 */
export function axisAndChords(contour: readonly Position[], count: number): Segment[] | null {
  const [first, last] = [contour[0], contour.at(-1)];
  if (!first || !last) return null;
  const base = middle(first, last);
  const apex = contour.reduce((farthest, point) => (distance(point, base) > distance(farthest, base) ? point : farthest), first);
  const length = distance(apex, base);
  if (length === 0) return null;
  const along = { x: (base.x - apex.x) / length, y: (base.y - apex.y) / length };
  const left = { x: -along.y, y: along.x };
  const segments: Segment[] = [[apex, base]];
  for (let disc = 0; disc < count; disc += 1) {
    const reach = (length * (disc + 0.5)) / count;
    const at = { x: apex.x + along.x * reach, y: apex.y + along.y * reach };
    const walls = crossings(contour, at, along, left);
    if (walls.length < 2) return null;
    const wall = (reached: number): Position => ({ x: at.x + left.x * reached, y: at.y + left.y * reached });
    segments.push([wall(Math.max(...walls)), wall(Math.min(...walls))]);
  }
  return segments;
}
