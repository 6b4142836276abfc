import type { AnalysisImage } from '../generated/analysis-image.ts';
import { GENERAL } from './quality.ts';

/** Facts for the state of a study and its step dots, image by image. */
export type ImageState = Pick<
  AnalysisImage,
  'type' | 'view' | 'modality' | 'reference' | 'accepted' | 'score' | 'is_annotated' | 'is_segmented' | 'is_measured'
>;

/** Only that part of an image; of its score the first General item, which is all the rules read. */
export function imageState(image: AnalysisImage): ImageState {
  const general = image.score?.sections.find((section) => section.name === GENERAL);
  return {
    type: image.type,
    view: image.view,
    modality: image.modality,
    reference: image.reference,
    accepted: image.accepted,
    score: image.score && { ...image.score, sections: general ? [{ ...general, items: general.items.slice(0, 1) }] : [] },
    is_annotated: image.is_annotated,
    is_segmented: image.is_segmented,
    is_measured: image.is_measured,
  };
}
