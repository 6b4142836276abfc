/** Gold cases as a reader: what others are compared with. */
import type { Reader } from '../records/agreement.ts';

/** Name of the reader; an address of a person has an @. */
export const GOLD = 'gold';

export const GOLD_READER: Reader = { editor: GOLD, reviewer: null, blind: true, pass: 1 };

export const isGold = ({ editor }: Pick<Reader, 'editor'>): boolean => editor === GOLD;

/** The work that a gold case was made from. */
export interface GoldOrigin {
  editor: string;
  blind: boolean;
  /** Pass of that work. */
  pass: number;
}

/**
 * Whether a reading can be compared with a gold case. A reading that the case was made from cannot, as agreement would be
 * overstated: the work itself, reviews of it, and for shared work all shared work of the study, which continues it.
 */
export function isIndependentOf(origin: GoldOrigin, { editor, reviewer, blind, pass }: Reader): boolean {
  if (origin.blind !== blind) return true;
  if (!blind) return false;
  return editor !== origin.editor || (reviewer === null && pass !== origin.pass);
}
