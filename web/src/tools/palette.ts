/** Colours of what tools draw. */
import { LINE_PALETTE, TOKENS } from '@echometry/contract/theme/tokens.ts';
import type { Colour } from './overlay.ts';

/** Marks and zero lines, the cursor, and points that a person placed between the points of the type. */
export const PLAIN: Colour = TOKENS['text-1'];
/** Cycles that do not count. */
export const QUIET: Colour = TOKENS['text-3'];
/** The edge of a region. */
export const REGION: Colour = TOKENS.accent;
/** The point that is held, or the chosen line. */
export const SELECTED: Colour = '#FFFFFF';

/** Colour of the cycle or line of this number, from 0; they repeat after ten. */
export const colourOf = (number: number): Colour => LINE_PALETTE[number % LINE_PALETTE.length] ?? QUIET;
