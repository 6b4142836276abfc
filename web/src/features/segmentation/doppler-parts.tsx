import type { ModalityParts } from './modality-parts.ts';

export const dopplerParts = (): ModalityParts => ({
  mode: () => 'Segmentation',
  lines: () => null,
  tools: [],
  hints: () => [],
  keys: () => ({}),
});
