import type { Modality } from '../records/project.ts';

/** Fetal biometry types, exactly these (docs/specification.md#platform-9). */
export const BIOMETRY_TYPES: readonly string[] = ['Head butterfly', 'Abdominal', 'Femur'];

/** 2D cardiac types contain this text; status segmented_2d covers them (docs/specification.md#platform-9). */
const CARDIAC_2D_MARK = ' 2D';

export const isBiometryType = (type: string): boolean => BIOMETRY_TYPES.includes(type);
export const isCardiac2dType = (type: string): boolean => type.includes(CARDIAC_2D_MARK);
export const isDopplerModality = (modality: string | null): boolean => modality !== null && modality.includes('Doppler');

/** How an image shows time: by frames, or along a strip. */
export type ImageKind = '2D' | 'M-Mode' | 'Doppler';

export const kindOfModality = (modality: string | null): ImageKind => {
  if (isDopplerModality(modality)) return 'Doppler';
  return modality === 'M-Mode' ? 'M-Mode' : '2D';
};

/** One picture of time, not a clip. */
export const isStripModality = (modality: string | null): boolean => kindOfModality(modality) !== '2D';

/** Which segmentation step dot an image counts for. M-Mode is traced on a strip and goes with Doppler. */
export type SegmentationGroup = 'segmented_bio' | 'segmented_2d' | 'segmented_dop';

export function segmentationGroup(type: string, modality: string | null): SegmentationGroup {
  if (isBiometryType(type)) return 'segmented_bio';
  return isCardiac2dType(type) || modality === ('2D' satisfies Modality) ? 'segmented_2d' : 'segmented_dop';
}
