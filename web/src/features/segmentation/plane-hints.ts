/** The keys that work now on clips, planes and M-Mode strips, for the strip below the picture. */
import { nextControl } from '../../tools/contours/points.ts';
import { isPredicted } from '../../tools/contours/work.ts';
import type { KeyHint } from '../../ui/key-strip.tsx';
import { messages } from './messages.ts';
import type { Plane } from './plane.ts';
import type { WholeCycle } from './whole-cycle.ts';

const EVENT: KeyHint = { actions: ['segmentation.previous-event', 'segmentation.next-event'], does: messages.keys.event };
const POINT: KeyHint = {
  actions: ['segmentation-point.left', 'segmentation-point.right', 'segmentation-point.up', 'segmentation-point.down'],
  does: messages.keys.movePoint,
};

export function planeHints(plane: Plane, whole: WholeCycle): readonly KeyHint[] {
  const view = plane.view();
  if (!view) return [];
  const { can, work, ready } = view;
  const { selected, aim } = plane.state;
  const hints: KeyHint[] = [];
  const several = ready.places.length > 1;
  if (work.status === 'unactive') return several ? [EVENT] : [];
  if (can.add && !(work.line && isPredicted(work.line)))
    hints.push({ actions: [], does: messages.keys.click(nextControl(work.row, work.line?.points ?? [])?.type) });
  else if (can.finish) hints.push({ actions: [], does: messages.keys.drag });
  if (selected !== null || aim) hints.push(POINT);
  if (can.add) hints.push({ actions: ['segmentation.add-point'], does: aim ? messages.keys.setPoint : messages.keys.pointByKeys });
  if (can.deletePoint) hints.push({ actions: ['segmentation.delete-point'], does: messages.keys.delete });
  if (can.finish)
    hints.push({ actions: ['segmentation.finish'], does: work.status === 'editing' ? messages.keys.nextLine : messages.keys.finish });
  if (can.predict) hints.push({ actions: ['segmentation.predict'], does: messages.keys.predict });
  if (can.accept) {
    hints.push(
      { actions: ['segmentation.accept'], does: messages.keys.acceptOffer },
      { actions: ['segmentation.drop'], does: messages.keys.drop },
    );
  } else if (can.follow) hints.push({ actions: ['segmentation.follow'], does: messages.keys.follow });
  if (work.status === 'finished') hints.push({ actions: ['selection.next-step'], does: messages.keys.nextImage });
  if (can.edit) hints.push({ actions: ['segmentation.edit'], does: messages.keys.edit });
  if (whole.canOpen) hints.push({ actions: ['segmentation.whole-cycle'], does: messages.keys.wholeCycle });
  if (several) hints.push(ready.image.modality === 'M-Mode' ? { ...EVENT, does: messages.keys.cycle } : EVENT);
  hints.push({ actions: ['segmentation.undo'], does: messages.keys.undo });
  if (can.removeShape) hints.push({ actions: ['segmentation.remove-shape'], does: messages.keys.removeLine });
  if (can.finishAll) hints.push({ actions: ['segmentation.finish-all'], does: messages.keys.finishAll });
  return hints;
}
