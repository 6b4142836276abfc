/** Moving over tiles of any layout: the nearest one in a direction. */

export type Direction = 'left' | 'right' | 'above' | 'below';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How much more a step to the side counts than one ahead. */
const SIDEWAYS = 2;

/**
 * Index of the box that is nearest to box `from` in a direction, by the distance of edges ahead and of centres to the
 * side; -1 when there is none. Lengths in CSS pixels.
 */
export function nearest(boxes: readonly Box[], from: number, direction: Direction): number {
  const own = boxes[from];
  if (!own) return -1;
  const horizontal = direction === 'left' || direction === 'right';
  const forward = direction === 'right' || direction === 'below' ? 1 : -1;
  const centre = (box: Box, along: boolean): number => (along ? box.left + box.width / 2 : box.top + box.height / 2);
  let best = -1;
  let least = Infinity;
  for (const [index, box] of boxes.entries()) {
    const ahead = (centre(box, horizontal) - centre(own, horizontal)) * forward;
    const [start, size] = horizontal ? [box.left, box.width] : [box.top, box.height];
    const [ownStart, ownSize] = horizontal ? [own.left, own.width] : [own.top, own.height];
    const gap = forward > 0 ? start - (ownStart + ownSize) : ownStart - (start + size);
    // A box that overlaps in the direction of the move lies to the side of it, not ahead.
    if (index === from || ahead <= 0 || gap < -Math.min(size, ownSize) / 2) continue;
    const distance = Math.max(gap, 0) + SIDEWAYS * Math.abs(centre(box, !horizontal) - centre(own, !horizontal));
    if (distance >= least) continue;
    least = distance;
    best = index;
  }
  return best;
}
