/** The keys that work now on clips, planes and M-Mode strips, for the strip below the picture. */
import { nextControl } from '../../tools/segmentation/points.ts';
import { isPredicted } from '../../tools/segmentation/work.ts';
import type { KeyHint } from '../../ui/key-strip.tsx';
import type { Plane } from './plane.ts';

const EVENT: KeyHint = { actions: ['segmentation.previous-event', 'segmentation.next-event'], does: 'event' };
const POINT: KeyHint = {
  actions: ['segmentation-point.left', 'segmentation-point.right', 'segmentation-point.up', 'segmentation-point.down'],
  does: 'move point',
};

export function planeHints(plane: Plane): readonly KeyHint[] {
  const view = plane.view();
  if (!view) return [];
  const { can, work, ready } = view;
  const { selected, aim } = plane.state;
  const hints: KeyHint[] = [];
  const several = ready.places.length > 1;
  if (work.status === 'unactive') return several ? [EVENT] : [];
  if (can.add && !(work.line && isPredicted(work.line)))
    hints.push({ actions: [], does: `click: ${nextControl(work.row, work.line?.points ?? [])?.type ?? 'next point'}` });
  else if (can.finish) hints.push({ actions: [], does: 'drag a point' });
  if (selected !== null || aim) hints.push(POINT);
  if (can.add) hints.push({ actions: ['segmentation.add-point'], does: aim ? 'set point' : 'point by keys' });
  if (can.deletePoint) hints.push({ actions: ['segmentation.delete-point'], does: 'delete' });
  if (can.finish) hints.push({ actions: ['segmentation.finish'], does: work.status === 'editing' ? 'next line' : 'finish' });
  if (can.predict) hints.push({ actions: ['segmentation.predict'], does: 'predict' });
  if (can.accept) {
    hints.push({ actions: ['segmentation.accept'], does: 'accept the offer' }, { actions: ['segmentation.drop'], does: 'drop it' });
  } else if (can.follow) hints.push({ actions: ['segmentation.follow'], does: 'follow lines' });
  if (work.status === 'finished') hints.push({ actions: ['selection.next-step'], does: 'next image' });
  if (can.edit) hints.push({ actions: ['segmentation.edit'], does: 'edit' });
  if (several) hints.push(ready.image.modality === 'M-Mode' ? { ...EVENT, does: 'cycle' } : EVENT);
  hints.push({ actions: ['segmentation.undo'], does: 'undo' });
  if (can.removeShape) hints.push({ actions: ['segmentation.remove-shape'], does: 'remove line' });
  if (can.finishAll) hints.push({ actions: ['segmentation.finish-all'], does: 'finish all' });
  return hints;
}
