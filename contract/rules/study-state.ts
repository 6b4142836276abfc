import type { ImageState } from './image-state.ts';
import type { ImageRequirement } from '../records/project.ts';
import type { StudyState } from '../records/study.ts';
import { isComplete } from './completeness.ts';
import { isPositiveQc } from './quality.ts';

/**
 * State of a study for everyone but Reviewers (docs/specification.md#platform-4): Valid without requirements; Incomplete when not complete;
 * Valid when every required image asked for quality has a positive one; else Not valid.
 */
export function studyState(
  images: readonly ImageState[],
  missing: readonly string[],
  requirements: readonly ImageRequirement[],
): StudyState {
  if (requirements.length === 0) return 'Valid';
  if (!isComplete(images, missing, requirements)) return 'Incomplete';
  const good = requirements
    .filter((r) => r.qc === true && !missing.includes(r.type))
    .every((r) => images.filter((i) => i.type === r.type && i.reference).every(isPositiveQc));
  return good ? 'Valid' : 'Not valid';
}

/** Facts for the Reviewer's rule; `original` holds the editor's general scores in the order of the images. */
export interface ReviewFacts {
  complete: boolean;
  hasMissingImages: boolean;
  scores: ReadonlyArray<string | null>;
  originalScores: ReadonlyArray<string | null>;
  someSegmentationEmpty: boolean;
  /** Cycles of each image. */
  cycleCounts: readonly number[];
  /** Null when the project leaves the number to the user. */
  requiredCycles: number | null;
}

/** State of a study for Reviewers (docs/specification.md#platform-4). */
export function reviewState(facts: ReviewFacts): StudyState {
  if (!facts.complete || facts.hasMissingImages) return 'Not valid';
  const unchanged = facts.scores.length === facts.originalScores.length && facts.scores.every((s, i) => s === facts.originalScores[i]);
  if (unchanged && facts.someSegmentationEmpty) return 'Not valid';
  const allNo = [...facts.scores, ...facts.originalScores].every((score) => score === 'No');
  const counted = facts.requiredCycles === null || facts.cycleCounts.every((n) => n === facts.requiredCycles);
  return allNo && counted ? 'Valid' : 'Consensus pending';
}

/** The text people read for a state (docs/specification.md#platform-4). */
export function displayState(state: StudyState, reviewer: boolean): string {
  if (!reviewer) return state === 'Incomplete' ? 'Incomplete' : 'Complete';
  if (state === 'Valid') return 'Include / optimal';
  return state === 'Not valid' ? 'Exclude / rejected' : state;
}

/** Number of cycles each image must have; null when the user decides (docs/specification.md#platform-5). */
export const requiredCycles = (cardiacCycles: number | 'user defined'): number | null =>
  cardiacCycles === 'user defined' ? null : cardiacCycles;
