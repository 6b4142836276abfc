import type { ImageState } from './image-state.ts';
import type { ImageRequirement } from '../records/project.ts';
import { hasQc } from './quality.ts';

export type Check = 'qc' | 'cycletiming' | 'segmentation' | 'segmentation_bio' | 'segmentation_2d' | 'segmentation_dop';

/** In the order of their columns. */
export const CHECKS: readonly Check[] = ['qc', 'cycletiming', 'segmentation', 'segmentation_bio', 'segmentation_2d', 'segmentation_dop'];

/** Does one image meet one flag (docs/specification.md#platform-5)? */
function meets(image: ImageState, check: Check): boolean {
  if (check === 'qc') return hasQc(image);
  return check === 'cycletiming' ? image.is_annotated : image.is_segmented;
}

/** Flags an image of this requirement still lacks; empty when it is done. Drives the '!' of the Reference page. */
export const unmetChecks = (image: ImageState, requirement: ImageRequirement): Check[] =>
  asksFor(requirement).filter((check) => !meets(image, check));

/** Flags that a requirement sets. */
export const asksFor = (requirement: ImageRequirement): Check[] => CHECKS.filter((check) => requirement[check] === true);

/** True when the project asks anything of the images of this type; a row without flags asks nothing. */
export const isRequired = (requirement: ImageRequirement): boolean => asksFor(requirement).length > 0;

/** Required types that are neither present as a reference image nor declared missing. */
export function absentTypes(
  images: readonly ImageState[],
  missing: readonly string[],
  requirements: readonly ImageRequirement[],
): string[] {
  return requirements
    .filter(isRequired)
    .map((r) => r.type)
    .filter((type) => !missing.includes(type) && !images.some((i) => i.type === type && i.reference));
}

/**
 * Study complete (docs/specification.md#platform-5): it has images or missing images, every required type flagged for a check is present
 * or declared missing, and each reference image of a required type meets the flags. With `check` only that flag counts.
 */
export function isComplete(
  images: readonly ImageState[],
  missing: readonly string[],
  requirements: readonly ImageRequirement[],
  check?: Check,
): boolean {
  if (images.length === 0 && missing.length === 0) return false;
  const asked =
    check === undefined ? requirements : requirements.filter((r) => r[check] === true).map((r) => ({ type: r.type, [check]: true }));
  if (absentTypes(images, missing, asked).length > 0) return false;
  return asked.every((requirement) =>
    images.filter((i) => i.type === requirement.type && i.reference).every((i) => unmetChecks(i, requirement).length === 0),
  );
}
