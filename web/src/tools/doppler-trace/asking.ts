/** Questions before traces are removed, or accepted without having been seen. */
import type { AliasingCorrection, AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { withAliasing } from './baseline.ts';
import { messages } from './messages.ts';
import { allAccepted, knowing, withoutTraces } from './record.ts';
import type { Asked, TraceState, TraceStep } from './state.ts';
import { currentCycle, isEditing, progresses, statusOf, type Ready } from './status.ts';
import { act, commit, stay } from '../steps.ts';
import { cyclesOf, lineAt } from './trace.ts';

/** A copy as it was seen: a new copy of the same cycle was not. */
const copyOf = (image: AnalysisImage, cycle: number): string =>
  `${image.cardiac_events[cycle]?.id ?? ''} ${(lineAt(image, cycle)?.points ?? []).map(({ x, y }) => `${x},${y}`).join(' ')}`;

/** Copies that wait to be accepted and that the user never went to. */
export const unseenCopies = ({ seen }: Pick<TraceState, 'seen'>, context: Ready): number[] =>
  progresses(context).flatMap((progress, cycle) => (progress === 'pending' && !seen.includes(copyOf(context.image, cycle)) ? [cycle] : []));

/** The copy of the cycle in work is seen. */
export function withSeen(state: TraceState, context: Ready): TraceState {
  if (!isEditing(statusOf(state, context))) return state;
  const copy = copyOf(context.image, currentCycle(state, context));
  return state.seen.includes(copy) ? state : { ...state, seen: [...state.seen, copy] };
}

const isTraced = (image: AnalysisImage): boolean => cyclesOf(image).some((cycle) => (lineAt(image, cycle)?.points.length ?? 0) > 0);

const sameCorrection = (a: AliasingCorrection | null, b: AliasingCorrection | null): boolean => a?.up === b?.up && a?.down === b?.down;

/** A slider of the correction was let go. Points belong to the rows of the old correction, so the user is asked when there are any. */
export function keepAliasing(state: TraceState, to: AliasingCorrection, { image }: Ready): TraceStep {
  const corrected = withAliasing(image, to);
  const free = { ...state, correcting: null };
  const draft = { type: 'draft', image: null } as const;
  if (sameCorrection(image.correct_aliasing, corrected.correct_aliasing)) return act(free, draft);
  if (isTraced(image)) return act({ ...free, asked: { about: 'aliasing', to } }, draft);
  const kept = commit(free, corrected);
  return { ...kept, effects: [...kept.effects, draft] };
}

/** Does what was asked about, or leaves it. */
export function answer(state: TraceState, yes: boolean, context: Ready): TraceStep {
  const { asked } = state;
  const free = { ...state, asked: null };
  if (!asked || !yes) return stay(free);
  const knows = knowing(context, state);
  const cleared = { ...free, at: null, editing: null, selected: null, hover: null };
  return commit(
    cleared,
    asked.about === 'aliasing' ? withAliasing(withoutTraces(context.image, knows), asked.to) : allAccepted(context.image, knows),
  );
}

/** The question in words. */
export function questionOf(asked: Asked): string {
  if (asked.about === 'aliasing') return messages.removeTraces;
  return messages.acceptCopies(asked.cycles.map((cycle) => cycle + 1));
}
