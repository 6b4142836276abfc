/** The keys that work now while a whole cycle is in work, for the strip below the picture. */
import type { KeyHint } from '../../ui/key-strip.tsx';
import { canConfirm } from '../../tools/whole-cycle/guards.ts';
import { messages } from './messages.ts';
import type { WholeCycle } from './whole-cycle.ts';

const BACK: KeyHint = { actions: ['segmentation.whole-cycle'], does: messages.keys.events };
const FRAME: KeyHint = { actions: ['segmentation.previous-frame', 'segmentation.next-frame'], does: messages.keys.frame };
const CYCLE: KeyHint = { actions: ['segmentation.previous-event', 'segmentation.next-event'], does: messages.keys.cycle };

/** Null while events are traced. */
export function wholeCycleHints(whole: WholeCycle): readonly KeyHint[] | null {
  const view = whole.view();
  if (!view) return null;
  const { can, known } = view;
  const hints: KeyHint[] = [];
  if (can.accept) hints.push({ actions: ['segmentation.accept'], does: messages.keys.acceptCycleLines });
  if (can.follow) hints.push({ actions: ['segmentation.follow'], does: messages.keys.follow });
  if (can.drop) hints.push({ actions: ['segmentation.drop'], does: messages.keys.drop });
  if (known && view.mayChange) hints.push({ actions: [], does: messages.keys.drag });
  const { part } = whole.state;
  if (part && canConfirm(view, part)) hints.push({ actions: ['segmentation.confirm'], does: messages.keys.confirmPart });
  if (can.hold) hints.push({ actions: ['segmentation.add-point'], does: messages.keys.holdFrame });
  if (can.release) hints.push({ actions: ['segmentation.remove-shape'], does: messages.keys.removeCorrection });
  hints.push(FRAME, BACK);
  if (view.ready.image.cardiac_events.length > 1) hints.push(CYCLE);
  if (view.mayChange) hints.push({ actions: ['segmentation.undo'], does: messages.keys.undo });
  return hints;
}
