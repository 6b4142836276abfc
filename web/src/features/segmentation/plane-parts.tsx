import type { ModalityParts } from './modality-parts.ts';

export const planeParts = (): ModalityParts => ({
  mode: () => 'Segmentation',
  lines: () => null,
  tools: [],
  hints: () => [],
  keys: () => ({}),
});
