/** Choosing contiguous cycles where a strip has more than the project asks for. */
import { focused, NOTHING_CHOSEN, outcome, toggled, type Choice } from '../choosing/choosing.ts';
import { messages as choiceMessages } from '../choosing/messages.ts';
import { keepCycles } from './record.ts';
import type { CycleTimingState, Ready, TimingStep } from './state.ts';
import { act, say, stay } from '../steps.ts';

const choiceOf = ({ image, maxCycles, rules }: Ready): Choice => ({
  ids: image.cardiac_events.map(({ id }) => id),
  max: maxCycles,
  check: rules.checkCycles,
});

export function choose(state: CycleTimingState, context: Ready, id: string): TimingStep {
  const { choosing, refused } = toggled(state.choosing, id, choiceOf(context));
  return refused === null ? stay({ ...state, choosing }) : act({ ...state, choosing }, say(refused));
}

/** To the next cycle, where the key that chooses stands. */
export function goToCycle(state: CycleTimingState, context: Ready, by: 1 | -1): TimingStep {
  const choosing = focused(state.choosing, choiceOf(context).ids, by);
  return choosing === state.choosing
    ? act(state, say(by > 0 ? choiceMessages.lastCycle : choiceMessages.firstCycle))
    : stay({ ...state, choosing });
}

/** The number that the project asks for is kept at once; any other is asked about. */
export function finishChoice(state: CycleTimingState, context: Ready): TimingStep {
  switch (outcome(state.choosing, choiceOf(context))) {
    case 'nothing':
      return act(state, say(choiceMessages.selectUpTo(context.maxCycles)));
    case 'ask':
      return stay({ ...state, choosing: { ...state.choosing, asking: true } });
    case 'keep':
      return confirm(state, context);
  }
}

export const confirm = (state: CycleTimingState, { image }: Ready): TimingStep =>
  act({ ...state, choosing: NOTHING_CHOSEN }, { type: 'commit', image: keepCycles(image, state.choosing.chosen) });
