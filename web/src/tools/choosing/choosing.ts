/** Choosing contiguous cycles where a strip has more than the project asks for, as every tool of strips does it. */

export interface Choosing {
  /** Ids of the chosen cycles. */
  chosen: readonly string[];
  /** Id of the focused cycle; null before the first key. */
  focus: string | null;
  /** Whether it is asked if all other cycles go. */
  asking: boolean;
}

export const NOTHING_CHOSEN: Choosing = { chosen: [], focus: null, asking: false };

/** Options of the choice: the cycles of the image in their order, and how many may be kept. */
export interface Choice {
  ids: readonly string[];
  max: number;
  /** The engine's rule on the places of chosen cycles. */
  check: (chosen: readonly number[], max: number) => { message: string } | null;
}

/** Chosen cycles in their order, by place. */
const placesOf = (chosen: readonly string[], { ids }: Choice): number[] => ids.flatMap((id, place) => (chosen.includes(id) ? [place] : []));

/** Takes a cycle into the choice, or out of it; `refused` is why the choice stays as it was. */
export function toggled(choosing: Choosing, id: string, choice: Choice): { choosing: Choosing; refused: string | null } {
  const { chosen } = choosing;
  const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
  const refusal = choice.check(placesOf(next, choice), choice.max);
  if (refusal) return { choosing: { ...choosing, focus: id }, refused: refusal.message };
  return { choosing: { chosen: next, focus: id, asking: false }, refused: null };
}

/** Moves the focus to the next cycle, or the one before. */
export function focused(choosing: Choosing, ids: readonly string[], by: 1 | -1): Choosing {
  const at = choosing.focus === null ? -1 : ids.indexOf(choosing.focus);
  const focus = at < 0 ? (by > 0 ? ids[0] : ids.at(-1)) : ids[at + by];
  return focus === undefined ? choosing : { ...choosing, focus };
}

/** Effect of finishing the choice: the number that the project asks for is kept at once, any other is asked about. */
export function outcome({ chosen }: Choosing, choice: Choice): 'nothing' | 'ask' | 'keep' {
  const count = placesOf(chosen, choice).length;
  if (count === 0) return 'nothing';
  return count === choice.max ? 'keep' : 'ask';
}
