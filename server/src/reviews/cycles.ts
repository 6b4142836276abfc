import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';

/** Every image has at least one cycle, and all of its cycles are segmented; what 'Include study' needs. */
export const areCyclesSegmented = (images: readonly Pick<AnalysisImage, 'cycles_segmented' | 'cardiac_events'>[]): boolean =>
  images.length > 0 &&
  images.every(({ cycles_segmented, cardiac_events }) => cycles_segmented > 0 && cycles_segmented >= cardiac_events.length);
