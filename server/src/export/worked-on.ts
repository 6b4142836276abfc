import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import { isDrawn } from '@echometry/contract/rules/measured.ts';

const BLANK = blankImage({ instance_id: '', filename: '', active: false, metadata: null }, 'adult');
/** What people do with an image; the other fields describe the image or follow from these. */
const WORK = [
  'type',
  'view',
  'modality',
  'reference',
  'additional_labels',
  'accepted',
  'score',
  'comments',
  'comments_review',
  'missing_image',
  'validated',
  'cardiac_events',
  'segmentation',
  'measurements',
  'measurements_caliper',
  'correct_aliasing',
] as const satisfies readonly (keyof AnalysisImage)[];

/** A label, mark, answer, line, value or comment: anything that an image nobody worked on does not have. */
export const isWorkedOn = (image: AnalysisImage): boolean =>
  WORK.some((field) => contentOf(image[field]) !== contentOf(BLANK[field])) || image.calibration?.author != null;

/** Something that gives values: the tables of values have rows for such images only. */
export const isMeasurable = (image: AnalysisImage): boolean =>
  isDrawn(image) || image.measurements_caliper.length > 0 || image.measurements.length > 0;
