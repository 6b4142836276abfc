/** Available actions: asked by the tool, its keys and the buttons alike (docs/specification.md#image-analysis, button availability). */
import { kindOf } from './marks.ts';
import { isAnnotating, statusOf } from './status.ts';
import type { CycleTimingContext, CycleTimingState } from './state.ts';

export interface Can {
  onset: boolean;
  diastole: boolean;
  systole: boolean;
  diastolesOnOnsets: boolean;
  /** The button; the key works in every state. */
  undo: boolean;
  finish: boolean;
  edit: boolean;
  /** Marks of a clip are not edited: it is reopened, and marked on. */
  reopen: boolean;
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
    finish: annotating || status === 'editing' || status === 'selecting-cycles',
    edit: status === 'finished' && strip,
    reopen: status === 'finished' && !strip,
    removeAll: annotating || status === 'finished' || status === 'editing',
    choose: status === 'selecting-cycles',
    onsetType: status !== 'unactive',
    exclude: status !== 'unactive',
  };
}
