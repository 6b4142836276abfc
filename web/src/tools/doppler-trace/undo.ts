/** What undo takes back: the last gesture where the history has it, otherwise the last point of the record. */
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import { contentOf } from '@echometry/contract/rules/content.ts';
import { withoutLastPoint, type Knows } from './record.ts';
import { statusOf, type Ready } from './status.ts';
import type { TraceEffect, TraceState } from './state.ts';
import { act, stay, type TraceStep } from './steps.ts';
import { cyclesOf, lineAt } from './trace.ts';

/**
 * True for a gesture that led on from `before` to `now`, which undo takes back. One that took the last point away (an
 * undo after a reload) is not: undo would only repeat it the other way.
 */
const ledOn = (before: AnalysisImage, now: AnalysisImage, knows: Knows): boolean =>
  before.cardiac_events.length !== now.cardiac_events.length ||
  contentOf([before.calibration, before.correct_aliasing]) !== contentOf([now.calibration, now.correct_aliasing]) ||
  contentOf(withoutLastPoint(before, knows).segmentation) !== contentOf(now.segmentation);

function takeBack(image: AnalysisImage, before: AnalysisImage | null, knows: Knows): TraceEffect[] {
  if (before && ledOn(before, image, knows)) return [{ type: 'step-back' }];
  const drawn = cyclesOf(image).some((cycle) => (lineAt(image, cycle)?.points.length ?? 0) > 0);
  return drawn ? [{ type: 'commit', image: withoutLastPoint(image, knows) }] : [];
}

/** The last gesture accepted traces as they were: undoing it reopens them. */
function onlyAccepted(before: AnalysisImage, now: AnalysisImage): boolean {
  const drawn = ({ segmentation }: AnalysisImage) => contentOf(segmentation.map(({ lines }) => lines?.map(({ points }) => points)));
  return before.cardiac_events.length === now.cardiac_events.length && drawn(before) === drawn(now) && !before.is_segmented;
}

export function undo(state: TraceState, context: Ready, knows: Knows): TraceStep {
  const before = context.before();
  const last = context.image.cardiac_events.length - 1;
  switch (statusOf(state, context)) {
    case 'finished':
      if (before && onlyAccepted(before, context.image)) return act({ ...state, at: null }, { type: 'step-back' });
      return stay({ ...state, editing: 'editing-segmentation', edits: 0, at: last });
    case 'editing':
      if (state.edits === 0 || !before) return stay(state);
      return act({ ...state, edits: state.edits - 1, selected: null }, { type: 'step-back' });
    case 'segmenting':
    case 'editing-segmentation': {
      const effects = takeBack(context.image, before, knows);
      return effects.length > 0 ? act({ ...state, at: null, editing: null, selected: null }, ...effects) : stay(state);
    }
    default:
      return stay(state);
  }
}

/** Something is left that undo could take back. */
export function canTakeBack(state: TraceState, context: Ready): boolean {
  const status = statusOf(state, context);
  if (status === 'finished') return true;
  if (status === 'editing') return state.edits > 0;
  if (status !== 'segmenting' && status !== 'editing-segmentation') return false;
  return context.image.segmentation.length > 0 || context.before() !== null;
}
