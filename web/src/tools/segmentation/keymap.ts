/** What the keys of segmentation do now on clips, planes and M-Mode strips, by the names of their actions. */
import type { Keymap } from '../port.ts';
import { canNow } from './guards.ts';
import type { SegmentationContext, SegmentationEvent, SegmentationState } from './state.ts';
import { readyOf, workOf } from './work.ts';

/** Stored pixels that an arrow key moves a point by: alone, with Shift, with Ctrl. */
export const NUDGE_PX = 1;
export const FAR_NUDGE_PX = 10;
export const FINE_NUDGE_PX = 0.1;

type Keys = Record<string, SegmentationEvent>;

const ALONG: Keys = {
  'segmentation.next-event': { type: 'go', by: 1 },
  'segmentation.previous-event': { type: 'go', by: -1 },
  'segmentation.ghost': { type: 'ghost' },
};

const DIRECTIONS = [
  ['right', 1, 0],
  ['left', -1, 0],
  ['down', 0, 1],
  ['up', 0, -1],
] as const;
const STEPS = [
  ['', NUDGE_PX],
  ['far-', FAR_NUDGE_PX],
  ['fine-', FINE_NUDGE_PX],
] as const;
const NUDGES: Keys = Object.fromEntries(
  STEPS.flatMap(([how, step]) =>
    DIRECTIONS.map(([way, x, y]): [string, SegmentationEvent] => [
      `segmentation-point.${how}${way}`,
      { type: 'nudge', by: { x: x * step, y: y * step } },
    ]),
  ),
);

export function keymapOf(state: SegmentationState, context: SegmentationContext): Keymap<SegmentationEvent> {
  const ready = readyOf(context);
  if (!ready) return {};
  const work = workOf(state, ready);
  const now = canNow(state, ready, work);
  if (work.status === 'unactive') return ALONG;
  const held = state.selected !== null || state.aim !== null;
  // The arrow keys are those of the point that has them: they come first.
  const keys: Keys = held ? { ...NUDGES, 'segmentation.leave-point': { type: 'leave-point' } } : {};
  Object.assign(keys, ALONG);
  if (now.finish) {
    keys['segmentation.next-shape'] = { type: 'line', by: 1 };
    keys['segmentation.previous-shape'] = { type: 'line', by: -1 };
    keys['segmentation.finish'] = { type: 'finish' };
  }
  if (now.finishAll) keys['segmentation.finish-all'] = { type: 'finish-all' };
  if (now.edit) keys['segmentation.edit'] = { type: 'edit' };
  if (now.undoByKey) keys['segmentation.undo'] = { type: 'undo' };
  if (now.removeAll) keys['segmentation.remove-all'] = { type: 'remove-all' };
  if (now.removeShape) keys['segmentation.remove-shape'] = { type: 'remove-shape' };
  if (now.predict) keys['segmentation.predict'] = { type: 'predict' };
  if (now.follow) keys['segmentation.follow'] = { type: 'follow' };
  if (now.accept) {
    keys['segmentation.accept'] = { type: 'accept' };
    keys['segmentation.accept-all'] = { type: 'accept-all' };
  }
  if (now.accept || ready.following) keys['segmentation.drop'] = { type: 'drop' };
  if (now.add) keys['segmentation.add-point'] = { type: 'add-point' };
  if (now.deletePoint) keys['segmentation.delete-point'] = { type: 'delete-point' };
  if (work.status !== 'finished' && (work.line?.points.length ?? 0) > 0) {
    keys['segmentation.next-point'] = { type: 'point', by: 1 };
    keys['segmentation.previous-point'] = { type: 'point', by: -1 };
  }
  return keys;
}
