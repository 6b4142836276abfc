/** The keys that work now on a strip, for the strip below the picture. */
import { can } from '../../tools/doppler-trace/guards.ts';
import type { KeyHint } from '../../ui/key-strip.tsx';
import type { DopplerTracing } from './doppler-tracing.ts';

const CYCLES: KeyHint = { actions: ['segmentation.previous-event', 'segmentation.next-event'], does: 'cycle' };

export function dopplerHints(tracing: DopplerTracing): readonly KeyHint[] {
  const { state, status } = tracing;
  const now = can(state, tracing.context());
  const hints: KeyHint[] = [];
  if (now.place)
    hints.push(
      { actions: ['segmentation.place'], does: 'place point' },
      {
        actions: ['segmentation-point.left', 'segmentation-point.right', 'segmentation-point.up', 'segmentation-point.down'],
        does: 'crosshair',
      },
    );
  if (now.accept) hints.push({ actions: ['segmentation.accept'], does: 'accept the envelope' });
  if (now.searching) hints.push({ actions: ['segmentation.drop'], does: 'drop it' });
  else if (now.search) hints.push({ actions: ['segmentation.follow'], does: 'envelope' });
  if (now.choose) hints.push({ actions: ['segmentation.place'], does: 'choose' });
  if (now.change && state.selected)
    hints.push({
      actions: ['segmentation-point.left', 'segmentation-point.right', 'segmentation-point.up', 'segmentation-point.down'],
      does: 'move point',
    });
  if (now.change) hints.push({ actions: ['segmentation.next-point'], does: 'next point' });
  if (status === 'editing-segmentation') hints.push({ actions: ['segmentation.next-event'], does: 'accept, next cycle' });
  else if (now.place || now.change || now.choose) hints.push(CYCLES);
  if (now.finish) hints.push({ actions: ['segmentation.finish'], does: 'finish' });
  if (now.finish && !now.choose) hints.push({ actions: ['segmentation.finish-all'], does: 'finish all' });
  if (status === 'finished') hints.push({ actions: ['selection.next-step'], does: 'next image' });
  if (now.edit) hints.push({ actions: ['segmentation.edit'], does: 'edit' });
  if (status !== 'unactive') hints.push({ actions: ['segmentation.undo'], does: 'undo' });
  if (now.removeLastCycle) hints.push({ actions: ['segmentation.remove-last-cycle'], does: 'remove last cycle' });
  if (now.look)
    hints.push(
      { actions: ['segmentation.guide'], does: 'guide' },
      { actions: ['segmentation.shrink', 'segmentation.stretch'], does: 'time' },
    );
  return hints;
}
