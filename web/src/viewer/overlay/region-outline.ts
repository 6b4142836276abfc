import type { DopplerRegion } from '@echometry/contract/generated/image-metadata.ts';
import type { OverlayShape } from '../../tools/overlay.ts';

/** Colour of the outline of the region under the cursor: the accent, quiet. */
const OUTLINE = '#74B6F2';

/** The edge of a region around all its pixels: half a pixel beyond the centres of the outermost ones. Empty without a place. */
export function regionOutline(region: DopplerRegion | null): OverlayShape[] {
  if (!region) return [];
  const { region_location_min_x0: x0, region_location_min_y0: y0, region_location_max_x1: x1, region_location_max_y1: y1 } = region;
  if (x0 === null || y0 === null || x1 === null || y1 === null) return [];
  const [left, top, right, bottom] = [x0 - 0.5, y0 - 0.5, x1 + 0.5, y1 + 0.5];
  const points = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
  return [{ kind: 'line', points, closed: true, colour: OUTLINE, style: 'solid', width: 1 }];
}
