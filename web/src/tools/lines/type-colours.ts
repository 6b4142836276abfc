/** Colours of control points by the names of their types (docs/specification.md#image-analysis). */
import { LINE_PALETTE } from '@echometry/contract/theme/tokens.ts';
import type { Colour } from '../overlay.ts';

/** Types by what they are: the same structure has the same colour in every line. Names that differ in side share a row. */
const NAMED: readonly (readonly string[])[] = [
  ['valve opening', 'septum wall ring', 'first hinge', 'AAo anterior'],
  ['valve closure', 'free wall ring', 'second hinge', 'AAo posterior'],
  ['maximum velocity', 'apex', 'BCA anterior'],
  ['notch', 'BCA posterior'],
  ['E', 'S', 'systole'],
  ['A', 'D', 'a'],
  ['end diastole', 'Isthmus anterior'],
  ['end systole', 'Isthmus posterior'],
  ['DAo anterior'],
  ['DAo posterior'],
];

const COLOURS = new Map(NAMED.flatMap((types, place) => types.map((type) => [type, LINE_PALETTE[place]] as const)));

/** Colour of a control point; null for a type without a colour, which takes its line's. */
export const colourOfType = (type: string): Colour | null => COLOURS.get(type) ?? null;
