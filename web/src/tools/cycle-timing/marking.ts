/** Marks that are placed and moved, with their messages. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { addCycle, moveMark } from './edit.ts';
import { isSet, kindOf, lengthsOf, marksOf, sameMark, type Mark } from './marks.ts';
import { diastolesOnOnsets, place, type Placed } from './place.ts';
import type { CycleTimingState, Proposal, Ready, TimingStep } from './state.ts';
import { act, say, stay, type PageEffect } from '../steps.ts';

/** The hard alert about a cycle whose length became known; none when it is like the others. */
function alarmOf(image: AnalysisImage, cycle: number | null, { rules, frameTimes }: Ready): PageEffect[] {
  if (cycle === null) return [];
  const alarm = rules.cycleAlarms(lengthsOf(image, frameTimes))[cycle];
  return alarm ? [say(alarm.message, 'hard')] : [];
}

/** A placed mark as effects; what lies wrong is refused in words. */
function put(state: CycleTimingState, placed: Placed, context: Ready): TimingStep {
  if (placed.refusal) return act(state, say(placed.refusal.message));
  const { image, closed } = placed;
  const effects: PageEffect[] = [{ type: 'commit', image }, ...alarmOf(image, closed, context)];
  // The last mark that the project requires ends the annotation, as a separate gesture: undo first reopens.
  const ended = isFull(image, context.maxCycles) ? [{ type: 'commit', image: { ...image, is_annotated: true } } as const] : [];
  return act(ended.length > 0 ? { ...state, editing: null } : state, ...effects, ...ended);
}

function isFull({ modality, cardiac_events: cycles }: AnalysisImage, max: number): boolean {
  const kind = kindOf({ modality });
  if (kind === 'Doppler') return false;
  const whole = cycles.length > 0 && cycles.every(({ end_systole }) => isSet(end_systole));
  return whole && (kind === 'M-Mode' || cycles.length >= max);
}

/** Puts the mark that comes next, at a column or the frame that is shown. */
export function markAt(state: CycleTimingState, at: number, context: Ready, proposal: Proposal | null = null): TimingStep {
  return put(state, place(context.image, at, context, proposal), context);
}

/** Puts the end diastoles that are left on the onsets, as one gesture. */
export const markDiastolesOnOnsets = (state: CycleTimingState, context: Ready): TimingStep =>
  put(state, diastolesOnOnsets(context.image, context.rules), context);

/** Adds a cycle to a strip that is edited. */
export function addAt(state: CycleTimingState, x: number, context: Ready): TimingStep {
  return edited(state, addCycle(context.image, x, context), context);
}

/** Moves a mark of a strip that is edited. */
export function move(state: CycleTimingState, selected: Mark, to: number, context: Ready): TimingStep {
  // The selected mark may belong to other cycles by now.
  const mark = marksOf(context.image).find((one) => sameMark(one, selected));
  if (!mark || mark.at === to) return stay(state);
  const step = edited(state, moveMark(context.image, mark, to, context.rules), context);
  if (!step.state.editing || !step.effects.some(({ type }) => type === 'commit')) return step;
  return { ...step, state: { ...step.state, editing: { ...step.state.editing, selected: { ...mark, at: to } } } };
}

function edited(state: CycleTimingState, placed: Placed, context: Ready): TimingStep {
  if (placed.refusal || !state.editing) return put(state, placed, context);
  const { image, closed } = placed;
  // A moved onset changes the cycles on both sides.
  const alarms = [...alarmOf(image, closed, context), ...alarmOf(image, closed === null ? null : closed + 1, context)];
  return act(state, { type: 'commit', image }, ...alarms.slice(0, 1));
}
