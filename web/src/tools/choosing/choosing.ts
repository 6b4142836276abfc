/** Choosing contiguous cycles where a strip has more than the project asks for, as every tool of strips does it. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { Step } from '../port.ts';
import { act, say, stay, type Alert } from '../steps.ts';
import { messages } from './messages.ts';

export interface Choosing {
  /** Ids of the chosen cycles. */
  chosen: readonly string[];
  /** Id of the focused cycle; null before the first key. */
  focus: string | null;
  /** Whether it is asked if all other cycles go. */
  asking: boolean;
}

export const NOTHING_CHOSEN: Choosing = { chosen: [], focus: null, asking: false };

/** A state of a tool in which cycles may be chosen. */
interface Chooses {
  choosing: Choosing;
}

/** The cycles of the image in their order, how many may be kept, and the engine's rule on their places. */
interface Choice {
  image: Pick<AnalysisImage, 'cardiac_events'>;
  maxCycles: number;
  rules: { checkCycles: (chosen: readonly number[], max: number) => { message: string } | null };
}

/** Chosen cycles in their order, by place. */
const placesOf = (chosen: readonly string[], { image }: Choice): number[] =>
  image.cardiac_events.flatMap(({ id }, place) => (chosen.includes(id) ? [place] : []));

const choosing = <State extends Chooses>(state: State, part: Partial<Choosing>): State => ({
  ...state,
  choosing: { ...state.choosing, ...part },
});

/** Takes a cycle into the choice, or out of it. */
export function choose<State extends Chooses>(state: State, choice: Choice, id: string): Step<State, Alert> {
  const { chosen } = state.choosing;
  const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
  const refusal = choice.rules.checkCycles(placesOf(next, choice), choice.maxCycles);
  if (refusal) return act(choosing(state, { focus: id }), say(refusal.message));
  return stay(choosing(state, { chosen: next, focus: id, asking: false }));
}

/** Moves the focus, where the key that chooses stands, to the next cycle or the one before. */
export function goToCycle<State extends Chooses>(state: State, { image }: Choice, by: 1 | -1): Step<State, Alert> {
  const ids = image.cardiac_events.map(({ id }) => id);
  const at = state.choosing.focus === null ? -1 : ids.indexOf(state.choosing.focus);
  const focus = at < 0 ? (by > 0 ? ids[0] : ids.at(-1)) : ids[at + by];
  if (focus === undefined) return act(state, say(by > 0 ? messages.lastCycle : messages.firstCycle));
  return stay(choosing(state, { focus }));
}

/** The number that the project asks for is kept at once; any other is asked about. */
export function finishChoice<State extends Chooses, Effect>(
  state: State,
  choice: Choice,
  keep: () => Step<State, Effect>,
): Step<State, Effect | Alert> {
  const count = placesOf(state.choosing.chosen, choice).length;
  if (count === 0) return act(state, say(messages.selectUpTo(choice.maxCycles)));
  return count === choice.maxCycles ? keep() : stay(choosing(state, { asking: true }));
}

/** The choice continues: nothing is kept yet. */
export const continueChoosing = <State extends Chooses>(state: State): Step<State, never> => stay(choosing(state, { asking: false }));
