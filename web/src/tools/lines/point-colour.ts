/** Control points of curves in the colour of their type, so that the same event looks the same in every pattern. */
import type { Colour } from '../overlay.ts';
import { PALETTE } from '../palette.ts';

/** Colours by what a type is about; the first that its name holds counts. */
const BY_NAME: readonly (readonly [RegExp, number])[] = [
  [/onset|^EDV|^a start$/, 5],
  [/opening|start$/, 2],
  [/closure|end$/, 1],
  [/maximum velocity|^max$|^S'?$|systole start|AAo/, 6],
  [/notch|^min$|^zero$|reverse|BCA/, 4],
  [/^EA?'?$|^v$/, 0],
  [/^A'?$|^a$/, 3],
  [/^D$|peak/, 8],
];
/** Any other type. */
const OTHER = 9;
/** Points of the person's own, and those between control points. */
const OWN: Colour = '#D8DBE0';

export function pointColour(type: string): Colour {
  if (type === 'mid_control_point' || type.startsWith('user-defined_')) return OWN;
  const found = BY_NAME.find(([name]) => name.test(type));
  return PALETTE[found ? found[1] : OTHER] ?? OWN;
}
