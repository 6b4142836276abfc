/**
 * The image during a drag: what the screen shows and measures until the gesture is kept or given up. It is neither stored nor
 * sent.
 */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';

let image: AnalysisImage | null = null;
const listeners = new Set<() => void>();

/** Current preview of the image; null when no gesture is in progress. */
export const draftImage = (): AnalysisImage | null => image;

export function setDraft(next: AnalysisImage | null): void {
  if (next === image) return;
  image = next;
  for (const listener of listeners) listener();
}

/** @returns stops the listening */
export function onDraft(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
