/** Images as the store of the open study holds them. */
import { ref } from 'valtio';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';

const held = new WeakSet<AnalysisImage>();

/** A copy that shares nothing with what it was made from. */
export const plainCopy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/**
 * The image as one value of the store: replaced as a whole, never changed in place and not watched inside. A traced study
 * has thousands of points; this way a change costs the image that it is of, and an image that stays the same stays the
 * same object.
 */
export const holdImage = (image: AnalysisImage): AnalysisImage => (held.has(image) ? image : holdFresh(plainCopy(image)));

/** The same for an image of a response, which is not changed elsewhere: it is held itself, and not copied. */
export function holdFresh(image: AnalysisImage): AnalysisImage {
  held.add(image);
  return ref(image);
}
