/** A reviewer's copy of an editor's work: what is refused, and what the reviewer's rule reads of it. */
import type { AnalysisImage } from '../generated/analysis-image.ts';
import type { ImageRequirement } from '../records/project.ts';
import type { ReviewState, StudyState } from '../records/study.ts';
import { isComplete } from './completeness.ts';
import type { ImageState } from './image-state.ts';
import { isBiometryType } from './image-types.ts';
import { isDrawn } from './measured.ts';
import { generalScore } from './quality.ts';
import { requiredCycles, reviewState, studyState } from './study-state.ts';

export const REVIEW_LOCKED = 'This review is finished and locked: nothing was stored. Reopen it to change it';
export const REVIEW_INCOMPLETE = 'The study is incomplete in this review, so it is not finished. Complete it, or make a check point';
export const FINISH_NEEDS_REASON = 'This review has open points, so it was not finished. Close them, or give a reason';
export const NO_REVIEW = 'There is no such review';
export const NOT_WAITING = 'This study does not wait for your team review';
export const NOT_FINISHED = 'This review is not finished, so nothing was changed';
/** @param by the person who decided */
export const alreadyDecided = (by: string, state: string): string =>
  `${by} decided this study already: ${state}. Nothing was changed. Take that decision back first`;
export const OUTCOME_NEEDS_CYCLES = 'Not every image has its cycles segmented, so the study cannot be included';

/** Fields of an image of a review for the rules. */
export interface ReviewedImage extends ImageState {
  instance_id: string;
  cycles: number;
  is_drawn: boolean;
}

/** Only that part of an image. */
export const reviewedImage = (image: AnalysisImage): ReviewedImage => ({
  ...image,
  cycles: image.cardiac_events.length,
  is_drawn: isDrawn(image),
});

/** A review's copy of a study and what it was made from. */
export interface ReviewedStudy {
  images: readonly ReviewedImage[];
  missing_images: readonly string[];
  originals: readonly ReviewedImage[];
}

interface Demands {
  image_requirements: readonly ImageRequirement[];
  cardiac_cycles: number | 'user defined';
}

/** Biometry is a still plane: no cycle is timed on it. */
const isTimed = ({ type }: ReviewedImage): boolean => type === null || !isBiometryType(type);

/**
 * State of a study by the rule for Reviewers (docs/specification.md#platform-4): scores are compared image by image, an image
 * that only one side has counts as a difference, and cycles count on images that are timed.
 */
export function stateOfReview({ images, missing_images, originals }: ReviewedStudy, project: Demands): StudyState {
  const ids = [...new Set([...images, ...originals].map(({ instance_id }) => instance_id))].sort();
  const scoresOf = (side: readonly ReviewedImage[]): (string | null)[] => {
    const byId = new Map(side.map((image) => [image.instance_id, image]));
    return ids.flatMap((id) => {
      const image = byId.get(id);
      return image ? [generalScore(image)] : [];
    });
  };
  return reviewState({
    complete: isComplete(images, missing_images, project.image_requirements),
    hasMissingImages: missing_images.length > 0,
    scores: scoresOf(images),
    originalScores: scoresOf(originals),
    someSegmentationEmpty: images.some(({ is_drawn }) => !is_drawn),
    cycleCounts: images.filter(isTimed).map(({ cycles }) => cycles),
    requiredCycles: requiredCycles(project.cardiac_cycles),
  });
}

/** Finishing is offered unless the rule for non-reviewers, on the review's copy, gives Incomplete. */
export const mayFinish = ({ images, missing_images }: Omit<ReviewedStudy, 'originals'>, { image_requirements }: Demands): boolean =>
  studyState(images, missing_images, image_requirements) !== 'Incomplete';

/** Step of a study in a team review (docs/contracts.md#reviews): 0 none, 1 check point, 2 finished, 3 outcome. */
export function reviewStep(review: { state: ReviewState; outcome_state: StudyState | null } | undefined): 0 | 1 | 2 | 3 {
  if (review === undefined || review.state === 'draft') return 0;
  if (review.state === 'checkpoint') return 1;
  return review.outcome_state === null ? 2 : 3;
}
