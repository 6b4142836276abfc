/** The ten colours that distinguish cycles and lines (web/src/ui/tokens.ts holds the same ones for pages; a test compares). */
import type { Colour } from './overlay.ts';

export const PALETTE: readonly Colour[] = [
  '#56B4E9',
  '#E69F00',
  '#2FBF9F',
  '#F0E442',
  '#CC79A7',
  '#7C9CFF',
  '#D55E00',
  '#9BD770',
  '#B39DDB',
  '#8FD3C8',
];

/** Colour of the thing of this number, from 0; they repeat after ten. */
export const colourOf = (number: number): Colour => PALETTE[number % PALETTE.length] ?? '#868D97';
