/** Short names and colours of modalities, for badges and columns. */
import type { ImageModality } from '@echometry/contract/generated/analysis-image.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { kindOfModality, type ImageKind } from '@echometry/contract/rules/image-types.ts';

const SHORT: Readonly<Record<ImageModality, string>> = {
  '2D': '2D',
  'M-Mode': 'MM',
  'PW Doppler': 'PW',
  'CW Doppler': 'CW',
  'Tissue Doppler': 'TDI',
};

export const shortModality = (modality: ImageModality): string => SHORT[modality];

/** Codes of an ultrasound region (PS3.3 C.8.5.5.1.1 and C.8.5.5.1.2). */
const M_MODE_LAYOUT = 2;
const SPECTRAL_LAYOUT = 3;
const CW_SPECTRUM = 4;

/** Modality by the regions of a file: spectrum, else M-Mode, else 2D. Tissue Doppler and PW have the same codes. */
export function modalityOfRegions(
  regions: readonly { readonly region_spatial_format: number | null; readonly region_data_type: number | null }[],
): ImageModality {
  const spectrum = regions.find(({ region_spatial_format }) => region_spatial_format === SPECTRAL_LAYOUT);
  if (spectrum) return spectrum.region_data_type === CW_SPECTRUM ? 'CW Doppler' : 'PW Doppler';
  return regions.some(({ region_spatial_format }) => region_spatial_format === M_MODE_LAYOUT) ? 'M-Mode' : '2D';
}

const DEFAULT_COLOURS: Readonly<Record<ImageKind, string>> = {
  '2D': 'var(--modality-2d)',
  'M-Mode': 'var(--modality-mm)',
  Doppler: 'var(--modality-doppler)',
};

/** The project's own colour, else the default. */
export function modalityColour(modality: ImageModality, project: Pick<Project, 'modalities'>): string {
  const own = project.modalities.find(({ type }) => type === modality)?.color;
  if (own) return own;
  return DEFAULT_COLOURS[kindOfModality(modality)];
}
