import { useSyncExternalStore } from 'react';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { notifyPage } from '../../lib/picture-first.ts';
import { draftImage, onDraft } from '../store/draft.ts';

const subscribePage = (listener: () => void): (() => void) =>
  onDraft(() => {
    notifyPage(listener);
  });

/** The image as a hand in the middle of a gesture would leave it; null while none is. */
export const useDraft = (): AnalysisImage | null => useSyncExternalStore(subscribePage, draftImage);
