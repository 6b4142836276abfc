/** Finishing: incomplete cycles are dropped, and complete ones count. */
import { finishChoice, NOTHING_CHOSEN } from '../choosing/choosing.ts';
import { kindOf } from './marks.ts';
import { keepCycles, withoutIncomplete, withoutOpen } from './record.ts';
import type { CycleTimingState, Ready, TimingStep } from './state.ts';
import { statusOf } from './status.ts';
import { act, commit, say, stay } from '../steps.ts';
import { messages } from './messages.ts';

/** Ends the state the work is in; the onsets of an M-Mode lead to its end diastoles. */
export function finish(state: CycleTimingState, context: Ready): TimingStep {
  const status = statusOf(state, context);
  if (status === 'editing') return stay({ ...state, editing: null });
  if (status === 'selecting-cycles') return finishChoice(state, context, () => confirm(state, context));
  const { image } = context;
  const onsets = status === 'annotating-onsets' && kindOf(image) === 'M-Mode';
  const whole = onsets ? withoutOpen(image) : withoutIncomplete(image);
  if (whole.cardiac_events.length === 0) return act(state, say(messages.oneCycleFirst));
  return act({ ...state, editing: null }, { type: 'commit', image: onsets ? whole : { ...whole, is_annotated: true } });
}

/** Keeps the chosen cycles. */
export const confirm = (state: CycleTimingState, { image }: Ready): TimingStep =>
  commit({ ...state, choosing: NOTHING_CHOSEN }, keepCycles(image, state.choosing.chosen));
