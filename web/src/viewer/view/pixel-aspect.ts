import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';

/** Height of a pixel over its width by the file; 1 where it does not name one. */
export const pixelAspect = (metadata: Pick<ImageMetadata, 'pixel_aspect_ratio'> | null): number =>
  metadata?.pixel_aspect_ratio ? metadata.pixel_aspect_ratio[0] / metadata.pixel_aspect_ratio[1] : 1;
