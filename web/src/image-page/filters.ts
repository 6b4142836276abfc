/** Which thumbnails are listed. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { kindOfModality } from '@echometry/contract/rules/image-types.ts';

export const FILTERS = ['all', 'unlabelled', 'reference', '2D', 'M-Mode', 'Doppler'] as const;
export type ThumbnailFilter = (typeof FILTERS)[number];

export function passes(filter: ThumbnailFilter, image: AnalysisImage | undefined): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'unlabelled':
      return image?.type == null;
    case 'reference':
      return image?.reference ?? false;
    default:
      return image?.modality != null && kindOfModality(image.modality) === filter;
  }
}

/** The images of a filter. The current one stays, so that labelling does not remove it from view. */
export function filtered<F extends { instance_id: string }>(
  files: readonly F[],
  images: readonly AnalysisImage[],
  filter: ThumbnailFilter,
  shown: string | null,
): F[] {
  const known = new Map(images.map((image) => [image.instance_id, image]));
  return files.filter(({ instance_id }) => instance_id === shown || passes(filter, known.get(instance_id)));
}
