/** The keys that work now on a strip, for the strip below the picture. */
import { can } from '../../tools/doppler-trace/guards.ts';
import type { KeyHint } from '../../ui/key-strip.tsx';
import type { DopplerTracing } from './doppler-tracing.ts';
import { messages } from './messages.ts';

const CYCLES: KeyHint = { actions: ['segmentation.previous-event', 'segmentation.next-event'], does: messages.keys.cycle };

export function dopplerHints(tracing: DopplerTracing): readonly KeyHint[] {
  const { state, status } = tracing;
  const now = can(state, tracing.context());
  const hints: KeyHint[] = [];
  if (now.place)
    hints.push(
      { actions: ['segmentation.place'], does: messages.keys.placePoint },
      {
        actions: ['segmentation-point.left', 'segmentation-point.right', 'segmentation-point.up', 'segmentation-point.down'],
        does: messages.keys.crosshair,
      },
    );
  if (now.accept) hints.push({ actions: ['segmentation.accept'], does: messages.keys.acceptEnvelope });
  if (now.searching) hints.push({ actions: ['segmentation.drop'], does: messages.keys.drop });
  else if (now.search) hints.push({ actions: ['segmentation.follow'], does: messages.keys.envelope });
  if (now.choose) hints.push({ actions: ['segmentation.place'], does: messages.keys.choose });
  if (now.change && state.selected)
    hints.push({
      actions: ['segmentation-point.left', 'segmentation-point.right', 'segmentation-point.up', 'segmentation-point.down'],
      does: messages.keys.movePoint,
    });
  if (now.change) hints.push({ actions: ['segmentation.next-point'], does: messages.keys.nextPoint });
  if (status === 'editing-segmentation') hints.push({ actions: ['segmentation.next-event'], does: messages.keys.acceptCycle });
  else if (now.place || now.change || now.choose) hints.push(CYCLES);
  if (now.finish) hints.push({ actions: ['segmentation.finish'], does: messages.keys.finish });
  if (now.finish && !now.choose) hints.push({ actions: ['segmentation.finish-all'], does: messages.keys.finishAll });
  if (status === 'finished') hints.push({ actions: ['selection.next-step'], does: messages.keys.nextImage });
  if (now.edit) hints.push({ actions: ['segmentation.edit'], does: messages.keys.edit });
  if (status !== 'unactive') hints.push({ actions: ['segmentation.undo'], does: messages.keys.undo });
  if (now.removeLastCycle) hints.push({ actions: ['segmentation.remove-last-cycle'], does: messages.keys.removeLastCycle });
  if (now.look)
    hints.push(
      { actions: ['segmentation.guide'], does: messages.keys.guide },
      { actions: ['segmentation.shrink', 'segmentation.stretch'], does: messages.keys.time },
    );
  return hints;
}
