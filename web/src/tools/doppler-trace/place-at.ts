/** The gesture that places the next point of a trace. */
import type { Point } from '../point.ts';
import { placed, placement } from './placing.ts';
import { knowing } from './record.ts';
import type { TraceState, TraceStep } from './state.ts';
import { currentCycle, progresses, type Ready } from './status.ts';
import { act, commit, say, stay } from '../steps.ts';
import { messages } from './messages.ts';
import { lineAt, nextControl, onsetsOf, patternAt, rowOf, rowsOf } from './trace.ts';

/** @param own a point of the person's own before the next named one */
export function placeAt(state: TraceState, at: Point, own: boolean, context: Ready): TraceStep {
  const cycle = currentCycle(state, context);
  const next = placement(cycle, at, own, context);
  if (!next) return act(state, say(messages.noRoom));
  const image = placed(context.image, cycle, next, context, knowing(context, state));
  const on: TraceState = { ...state, at: next.last ? null : cycle, selected: null };
  const all = progresses({ ...context, image });
  // The last trace of an image is looked at before it is finished.
  return commit(all.every((progress) => progress === 'traced') ? { ...on, editing: 'editing-segmentation', at: cycle } : on, image);
}

/** The crosshair moved by keys; it begins where the next point is expected. */
export function moveCursor(state: TraceState, dx: number, dy: number, context: Ready): TraceStep {
  const { left, right, baseline } = context.strip;
  const { top, bottom } = rowsOf(context.strip, context.image, context.rules);
  const cycle = currentCycle(state, context);
  const last = lineAt(context.image, cycle)?.points.at(-1);
  const from = state.cursor ?? last ?? { x: onsetsOf(context.image, cycle)?.start ?? left, y: baseline ?? (top + bottom) / 2 };
  const cursor = { x: Math.min(Math.max(from.x + dx, left), right), y: Math.min(Math.max(from.y + dy, top), bottom) };
  return stay({ ...state, cursor });
}

/** The next point in the current cycle, in the words of the configuration; null once nothing is. */
export function nextNames(state: TraceState, context: Ready): { name: string; free: boolean } | null {
  const cycle = currentCycle(state, context);
  const pattern = patternAt(context.type, context.image, cycle);
  if (!pattern) return null;
  const row = rowOf(pattern);
  const points = lineAt(context.image, cycle)?.points ?? [];
  const control = nextControl(row, points);
  if (control) return { name: control.type, free: row.user_defined_points && points.length > 0 };
  return row.control_points.length === 0 ? { name: messages.point(points.length + 1), free: false } : null;
}
