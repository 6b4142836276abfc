/** Available actions: asked by the tool, its keys and the buttons alike (docs/specification.md#image-analysis, button availability). */
import type { TraceContext, TraceState } from './state.ts';
import { canSearch, envelopeNow, searchNow } from './envelope.ts';
import { isEditing, readyOf, statusOf } from './status.ts';
import { predicts } from './record.ts';

export interface Can {
  place: boolean;
  /** The button; the key works in every state. */
  undo: boolean;
  finish: boolean;
  edit: boolean;
  removeAll: boolean;
  removeLastCycle: boolean;
  /** Points are moved, added and deleted. */
  change: boolean;
  choose: boolean;
  pattern: boolean;
  /** Copies to later cycles are made of this type of image. */
  predict: boolean;
  /** The guide, and looking at cycles, needs no right to change them. */
  look: boolean;
  calibrate: boolean;
  /** The envelope of the cycle in work can be looked for. */
  search: boolean;
  /** One is looked for. */
  searching: boolean;
  /** One is offered. */
  accept: boolean;
}

export function can(state: TraceState, context: TraceContext): Can {
  const status = statusOf(state, context);
  const ready = readyOf(context);
  const working = status === 'segmenting' || isEditing(status);
  const active = working || status === 'finished';
  return {
    place: status === 'segmenting',
    undo: status === 'segmenting',
    finish: working || status === 'selecting-cycles',
    edit: status === 'finished',
    removeAll: active || status === 'caliper',
    removeLastCycle: active && (context.image?.cardiac_events.length ?? 0) > 1,
    change: isEditing(status),
    choose: status === 'selecting-cycles',
    pattern: working && (context.type?.patterns.length ?? 0) > 1,
    predict: active && ready !== null && predicts({ ...ready, predicting: true }),
    look: ready !== null,
    calibrate: active,
    search: working && ready !== null && canSearch(state, ready),
    searching: working && ready !== null && searchNow(state, ready) !== null,
    accept: working && ready !== null && envelopeNow(state, ready) !== null,
  };
}
