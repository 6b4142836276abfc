/** Available actions: asked by the tool, its keys and the buttons alike (docs/specification.md#image-analysis, button availability). */
import { frameOf, linesAt } from '../lines/place.ts';
import { wallNear } from './change.ts';
import { mayDelete } from './points.ts';
import type { ContourContext, ContourState, ContourStatus } from './state.ts';
import { openOffers, placeToFollow } from './tracking.ts';
import { readyOf, strayLines, workOf, type Ready, type Work } from './work.ts';

export interface Can {
  /** The button; the key works in every state. */
  undo: boolean;
  finish: boolean;
  finishAll: boolean;
  edit: boolean;
  removeAll: boolean;
  removeShape: boolean;
  predict: boolean;
  /** Another shape of the line, another pattern. */
  change: boolean;
  thickness: boolean;
  /** A point can be set. */
  add: boolean;
  /** The selected point can be deleted. */
  deletePoint: boolean;
  /** Lines were drawn on another frame than the one their event is marked on. */
  confirmFrame: boolean;
  /** The lines of the place can be followed through the clip. */
  follow: boolean;
  /** Something is offered. */
  accept: boolean;
}

const NOTHING: Can = {
  undo: false,
  finish: false,
  finishAll: false,
  edit: false,
  removeAll: false,
  removeShape: false,
  predict: false,
  change: false,
  thickness: false,
  add: false,
  deletePoint: false,
  confirmFrame: false,
  follow: false,
  accept: false,
};

const EDITING: readonly ContourStatus[] = ['editing', 'editing-segmentation', 'editing-thickness'];
export const isEditing = (status: ContourStatus): boolean => EDITING.includes(status);

/** A line of the place that can be edited while the line in work has no point yet. */
export const editableLine = ({ image, pattern }: Ready, { place, line }: Work): string | null => {
  if (line && line.points.length > 0) return null;
  const finished = linesAt(image, place).filter((one) => one.finished);
  return pattern.lines.findLast(({ name }) => finished.some((one) => one.name === name))?.name ?? null;
};

export function canNow(state: ContourState, ready: Ready, work: Work): Can {
  const { status, line, place, row, shape } = work;
  if (status === 'unactive') return NOTHING;
  if (status === 'caliper') return { ...NOTHING, removeAll: true };
  const segmenting = status === 'segmenting';
  const selected = line?.points.find(({ id }) => id === state.selected);
  return {
    undo: segmenting,
    finish: status !== 'finished',
    finishAll: status !== 'finished',
    edit: status === 'finished',
    removeAll: true,
    removeShape: status !== 'finished' && line !== null && line.points.length > 0,
    predict: segmenting && place.cycle > 0,
    change: true,
    thickness: status !== 'finished' && wallNear(ready, place, row) !== null,
    add: segmenting,
    deletePoint: status !== 'finished' && selected !== undefined && mayDelete({ row, shape }, selected),
    confirmFrame: strayLines(ready, place, frameOf(ready.image, place)).length > 0,
    follow: !ready.following && placeToFollow(ready, place) !== null,
    accept: openOffers(ready).length > 0,
  };
}

export function can(state: ContourState, context: ContourContext): Can {
  const ready = readyOf(context);
  return ready ? canNow(state, ready, workOf(state, ready)) : NOTHING;
}
