import { type AnalysisImage } from '../generated/analysis-image.ts';

/** Section whose first item is the general score. */
export const GENERAL = 'General';

/** The Yes/No answer of the first General item; null when nothing is scored (docs/specification.md#image-analysis). */
export function generalScore(image: Pick<AnalysisImage, 'score'>): string | null {
  return image.score?.sections.find((section) => section.name === GENERAL)?.items[0]?.value ?? null;
}

/** Quality was looked at: scored or accepted either way. */
export const hasQc = (image: Pick<AnalysisImage, 'score' | 'accepted'>): boolean => image.score !== null || image.accepted !== null;

/** Quality was found good: accepted, or a general score of Yes where nobody refused it. */
export const isPositiveQc = (image: Pick<AnalysisImage, 'score' | 'accepted'>): boolean =>
  image.accepted === 'yes' || (image.accepted !== 'no' && generalScore(image) === 'Yes');
