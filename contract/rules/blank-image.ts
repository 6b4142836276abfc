import type { AnalysisImage, StoredMetadata } from '../generated/analysis-image.ts';
import type { DataType } from '../records/data-type.ts';

/** Facts of an image before work on it. */
export interface ImageFacts {
  instance_id: string;
  filename: string;
  active: boolean;
  metadata: StoredMetadata | null;
}

/** The entry an image gets when it is labelled first. Fetal data start from flow onsets, the others from the R-wave. */
export function blankImage(facts: ImageFacts, dataType: DataType): AnalysisImage {
  return {
    id: facts.instance_id,
    filename: facts.filename,
    instance_id: facts.instance_id,
    type: null,
    view: null,
    modality: null,
    reference: false,
    additional_labels: {},
    accepted: null,
    score: null,
    comments: [],
    comments_review: [],
    urls: null,
    active: facts.active,
    missing_image: false,
    validated: false,
    cycles_segmented: 0,
    onset_type: dataType === 'fetal' ? 'Flow' : 'R-wave',
    cardiac_events: [],
    is_annotated: false,
    is_segmented: false,
    is_measured: false,
    segmentation: [],
    measurements: [],
    measurements_caliper: [],
    correct_aliasing: null,
    dicom: null,
    metadata: facts.metadata,
    calibration: null,
    config_versions: {},
  };
}

/** Work that belongs to an image type and goes with it: timing, segmentation, measurements and their flags. */
export function withoutWork(image: AnalysisImage): AnalysisImage {
  return {
    ...image,
    validated: false,
    cycles_segmented: 0,
    cardiac_events: [],
    is_annotated: false,
    is_segmented: false,
    is_measured: false,
    segmentation: [],
    measurements: [],
    measurements_caliper: [],
    correct_aliasing: null,
  };
}
