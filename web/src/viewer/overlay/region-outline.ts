import type { DopplerRegion } from '@echometry/contract/generated/image-metadata.ts';
import type { OverlayShape } from '../../tools/overlay.ts';
import { edgeShape } from '../../tools/strip-drawing.ts';

/** The edge of the region under the cursor; empty without a place. */
export function regionOutline(region: DopplerRegion | null): OverlayShape[] {
  if (!region) return [];
  const { region_location_min_x0: x0, region_location_min_y0: y0, region_location_max_x1: x1, region_location_max_y1: y1 } = region;
  if (x0 === null || y0 === null || x1 === null || y1 === null) return [];
  return [edgeShape({ left: x0, top: y0, right: x1, bottom: y1 })];
}
