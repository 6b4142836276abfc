import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { blankImage } from '@echometry/contract/rules/blank-image.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import { isDrawn } from '@echometry/contract/rules/measured.ts';

const BLANK = blankImage({ instance_id: '', filename: '', active: false, metadata: null }, 'adult');
/** Fields that users change. The other fields describe the image or follow from these. */
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

/** True if the image has any label, mark, score, line, value or comment. */
export const isWorkedOn = (image: AnalysisImage): boolean =>
  WORK.some((field) => contentOf(image[field]) !== contentOf(BLANK[field])) || image.calibration?.author != null;

/** True if the image can have values. Only such images have rows in the tables of values. */
export const isMeasurable = (image: AnalysisImage): boolean =>
  isDrawn(image) || image.measurements_caliper.length > 0 || image.measurements.length > 0;
