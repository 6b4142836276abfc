/** Short names and colours of modalities, for badges and columns. */
import type { ImageModality } from '@echometry/contract/generated/analysis-image.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import { isDopplerModality } from '@echometry/contract/rules/image-types.ts';

const SHORT: Readonly<Record<ImageModality, string>> = {
  '2D': '2D',
  'M-Mode': 'MM',
  'PW Doppler': 'PW',
  'CW Doppler': 'CW',
  'Tissue Doppler': 'TDI',
};

export const shortModality = (modality: ImageModality): string => SHORT[modality];

/** The project's own colour, else that of the kind. */
export function modalityColour(modality: ImageModality, project: Pick<Project, 'modalities'>): string {
  const own = project.modalities.find(({ type }) => type === modality)?.color;
  if (own) return own;
  if (isDopplerModality(modality)) return 'var(--modality-doppler)';
  return modality === 'M-Mode' ? 'var(--modality-mm)' : 'var(--modality-2d)';
}
