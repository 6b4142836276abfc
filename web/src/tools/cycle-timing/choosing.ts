/** Choosing contiguous cycles where a strip has more than the project asks for. */
import { keepCycles } from './record.ts';
import { NOTHING_CHOSEN, type CycleTimingState } from './state.ts';
import { act, say, stay, type Ready, type TimingStep } from './steps.ts';
import { selectUpTo } from './texts.ts';

/** Chosen cycles in their order, by place. */
const placesOf = ({ image }: Ready, ids: readonly string[]): number[] =>
  image.cardiac_events.flatMap(({ id }, cycle) => (ids.includes(id) ? [cycle] : []));

export function choose(state: CycleTimingState, context: Ready, id: string): TimingStep {
  const { chosen } = state.choosing;
  const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
  const refusal = context.rules.checkCycles(placesOf(context, next), context.maxCycles);
  if (refusal) return act({ ...state, choosing: { ...state.choosing, focus: id } }, say(refusal.message));
  return stay({ ...state, choosing: { chosen: next, focus: id, asking: false } });
}

/** To the next cycle, where the key that chooses stands. */
export function goToCycle(state: CycleTimingState, { image }: Ready, by: 1 | -1): TimingStep {
  const ids = image.cardiac_events.map(({ id }) => id);
  const at = state.choosing.focus === null ? -1 : ids.indexOf(state.choosing.focus);
  const focus = at < 0 ? (by > 0 ? ids[0] : ids.at(-1)) : ids[at + by];
  return focus === undefined ? stay(state) : stay({ ...state, choosing: { ...state.choosing, focus } });
}

/** The number that the project asks for is kept at once; any other is asked about. */
export function finishChoice(state: CycleTimingState, context: Ready): TimingStep {
  const count = placesOf(context, state.choosing.chosen).length;
  if (count === 0) return act(state, say(selectUpTo(context.maxCycles)));
  if (count !== context.maxCycles) return stay({ ...state, choosing: { ...state.choosing, asking: true } });
  return confirm(state, context);
}

export const confirm = (state: CycleTimingState, { image }: Ready): TimingStep =>
  act({ ...state, choosing: NOTHING_CHOSEN }, { type: 'commit', image: keepCycles(image, state.choosing.chosen) });
