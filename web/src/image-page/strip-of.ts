/** Place of a strip in its picture. */
import type { ImageScale } from '@echometry/bindings/engine/geometry.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { Strip } from '../tools/strip.ts';

/** The region that a modality is measured in, else the whole picture. */
export function stripOf({ width, height }: ImageMetadata, scaling: ImageScale, modality: string | null): Strip {
  const region = scaling.flowRegion(modality ?? undefined);
  if (!region) return { left: 0, right: width - 1, top: 0, bottom: height - 1, baseline: null };
  const { region_location_min_x: left, region_location_max_x: right, region_location_min_y: top, region_location_max_y: bottom } = region;
  return { left, right, top, bottom, baseline: region.units_y === 'cm/s' ? region.reference_y : null };
}
