/** What can be done now: asked by the tool, its keys and the buttons alike (docs/specification.md#image-analysis, button availability). */
import { kindOf } from './marks.ts';
import { isAnnotating, statusOf } from './status.ts';
import type { CycleTimingContext, CycleTimingState } from './state.ts';

export interface Can {
  onset: boolean;
  diastole: boolean;
  systole: boolean;
  diastolesOnOnsets: boolean;
  /** The button: Ctrl+Z also reopens what is finished, and takes back the gestures of an editing. */
  undo: boolean;
  undoByKey: boolean;
  finish: boolean;
  edit: boolean;
  removeAll: boolean;
  choose: boolean;
  onsetType: boolean;
  exclude: boolean;
}

export function can(state: CycleTimingState, context: CycleTimingContext): Can {
  const status = statusOf(state, context);
  const strip = context.image !== null && kindOf(context.image) !== '2D';
  const annotating = isAnnotating(status);
  const doppler = context.image !== null && kindOf(context.image) === 'Doppler';
  return {
    onset: status === 'annotating-onsets' || (status === 'editing' && doppler),
    diastole: status === 'annotating-diastole',
    systole: status === 'annotating-systole',
    diastolesOnOnsets: status === 'annotating-diastole' && strip,
    undo: annotating,
    undoByKey: annotating || status === 'finished' || (status === 'editing' && (state.editing?.edits ?? 0) > 0),
    finish: annotating || status === 'editing' || status === 'selecting-cycles',
    edit: status === 'finished' && strip,
    removeAll: annotating || status === 'finished' || status === 'editing',
    choose: status === 'selecting-cycles',
    onsetType: status !== 'unactive',
    exclude: status !== 'unactive',
  };
}
