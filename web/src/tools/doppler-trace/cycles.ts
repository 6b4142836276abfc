/** From cycle to cycle: accepted on the way, finished at the end, cleared and chosen. */
import { finishChoice, goToCycle, NOTHING_CHOSEN } from '../choosing/choosing.ts';
import { messages as choiceMessages } from '../choosing/messages.ts';
import { keepCycles } from '../cycle-timing/record.ts';
import {
  accepted,
  allAccepted,
  knowing,
  lineWith,
  withCopies,
  withLinesOf,
  withoutCopies,
  withPattern,
  withTrace,
  type Knows,
} from './record.ts';
import type { TraceState, TraceStep } from './state.ts';
import { currentCycle, isEditing, progresses, statusOf, type Ready } from './status.ts';
import { act, commit, say, stay } from '../steps.ts';
import { messages } from './messages.ts';
import { lineAt, mayFinish, patternAt, rowOf } from './trace.ts';
import { unseenCopies } from './asking.ts';

/** Goes to a cycle; nothing is selected there yet. */
const standing = (state: TraceState, at: number | null): TraceState => ({ ...state, at, selected: null, hover: null });

/** To the next cycle, which accepts this one, or to the one before. */
export function go(state: TraceState, context: Ready, by: 1 | -1): TraceStep {
  const status = statusOf(state, context);
  if (status === 'selecting-cycles') return goToCycle(state, context, by);
  const at = currentCycle(state, context);
  if (by < 0) return at > 0 && status !== 'finished' ? stay(standing(state, at - 1)) : act(state, say(choiceMessages.firstCycle));
  return isEditing(status) ? next(state, context) : act(state, say(messages.traceThisFirst));
}

/** The cycle is as it should be: it is accepted, and the next one is worked on. After the last one all is finished. */
export function next(state: TraceState, context: Ready): TraceStep {
  const at = currentCycle(state, context);
  const image = accepted(context.image, at, knowing(context, state));
  const ends = at === context.image.cardiac_events.length - 1;
  const on = standing({ ...state, editing: ends ? null : state.editing }, ends ? null : at + 1);
  return image === context.image ? stay(on) : commit(on, image);
}

export function goTo(state: TraceState, context: Ready, cycle: number): TraceStep {
  const status = statusOf(state, context);
  return status === 'segmenting' || isEditing(status) ? stay(standing(state, cycle)) : stay(state);
}

/** Ends the state the work is in: traces that are whole and were seen are accepted, and the next one is shown. */
export function finish(state: TraceState, context: Ready): TraceStep {
  const status = statusOf(state, context);
  if (status === 'selecting-cycles') return finishChoice(state, context, () => confirm(state, context));
  if (status === 'editing') return stay({ ...standing(state, null), editing: null });
  const own = status === 'segmenting' ? finishOwn(state, context) : null;
  if (own) return own;
  const knows = knowing(context, state);
  const unseen = unseenCopies(state, context);
  const image = allAccepted(context.image, knows, unseen);
  const [first] = unseen;
  if (first !== undefined) {
    const shown = { ...standing(state, first), editing: null };
    return image === context.image ? stay(shown) : commit(shown, image);
  }
  const left = progresses(context).some((progress) => progress === 'none' || progress === 'begun');
  const done = { ...standing(state, null), editing: null };
  if (image === context.image)
    return left ? act(state, say(status === 'segmenting' ? messages.traceFirst : messages.traceEvery)) : stay(done);
  return commit(done, image);
}

/** Accepts all traces that are whole; copies that were never seen are asked about. */
export function finishAll(state: TraceState, context: Ready): TraceStep {
  const cycles = statusOf(state, context) === 'selecting-cycles' ? [] : unseenCopies(state, context);
  return cycles.length > 0 ? stay({ ...state, asked: { about: 'unseen', cycles } }) : finish(state, context);
}

/** Finishes a line that only the user can finish; null where the pattern defines when it is complete. */
function finishOwn(state: TraceState, context: Ready): TraceStep | null {
  const cycle = currentCycle(state, context);
  const { image, type, rules } = context;
  const pattern = patternAt(type, image, cycle);
  const points = lineAt(image, cycle)?.points ?? [];
  if (!pattern || rowOf(pattern).control_points.length > 0 || !mayFinish(rowOf(pattern), points, rules)) return null;
  const knows = knowing(context, state);
  return commit(standing(state, null), withTrace(image, cycle, lineWith(image, cycle, points, true, knows), knows));
}

/** Another pattern clears the cycle that is worked on and those after it. */
export function choosePattern(state: TraceState, context: Ready, name: string): TraceStep {
  const cycle = currentCycle(state, context);
  const pattern = context.type.patterns.find((one) => one.name === name);
  if (!pattern || patternAt(context.type, context.image, cycle)?.name === name) return stay(state);
  const image = withPattern(context.image, cycle, pattern, knowing(context, state));
  return commit({ ...standing(state, null), editing: null }, image);
}

/** With prediction the last trace is copied to what follows; without it, copies that were not accepted are removed. */
export function predict(state: TraceState, context: Ready, on: boolean): TraceStep {
  const knows: Knows = { ...knowing(context, state), predicting: on };
  const last = progresses(context).lastIndexOf('traced');
  const copied = last < 0 ? context.image : withCopies(context.image, last, knows);
  const image = on ? copied : withoutCopies(context.image, knows);
  const turned = standing({ ...state, predicting: on }, null);
  return image === context.image ? stay(turned) : commit(turned, image);
}

export function confirm(state: TraceState, context: Ready): TraceStep {
  const kept = keepCycles(context.image, state.choosing.chosen);
  return commit({ ...state, choosing: NOTHING_CHOSEN }, withLinesOf(kept, [], knowing(context, state)));
}
