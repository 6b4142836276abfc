/**
 * Runs the viewer's own drawing commands once without the policy and hands out what regl compiled
 * (scripts/regl-cache.mjs). Not part of the product's bundle.
 */
import type { FrameView } from '@echometry/bindings/engine/api.ts';
import { Surface } from './gl.ts';
import { NO_OVERLAY, OverlayPainter } from '../overlay/overlay-painter.ts';

const view = (layout: FrameView['layout'], bits: 8 | 16, samplesPerPixel: number): FrameView => ({
  frame_number: 1,
  width: 2,
  height: 2,
  layout,
  bits,
  signed: false,
  sampling: [1, 1],
  stride: 2 * samplesPerPixel,
  rows: layout === 'planes' ? 6 : 2,
  buffers: [bits === 16 ? new Uint16Array(4) : new Uint8Array(12)],
  shared: false,
  partial: false,
});

const surface = new Surface(document.createElement('canvas'), undefined);
surface.setPalette(null);
const transform = { scale: 1, aspect: 1, left: 0, top: 0 };
const overlay = new OverlayPainter().paint(
  [
    { kind: 'point', at: { x: 1, y: 1 }, colour: '#FFFFFF', form: 'dot' },
    { kind: 'label', at: { x: 1, y: 1 }, text: 'LV', colour: '#FFFFFF', offset: { x: 0, y: 0 }, anchor: 'start' },
  ],
  transform,
);
for (const frame of [view('grey', 8, 1), view('planes', 8, 1), view('rgb', 8, 3), view('palette', 8, 1), view('grey', 16, 1)]) {
  surface.draw(frame, transform, { low: 0, width: 1 }, { width: 4, height: 4 }, NO_OVERLAY);
  surface.draw(frame, transform, { low: 0, width: 1 }, { width: 4, height: 4 }, overlay);
}

const cache = (surface.regl as unknown as { getCachedCode: () => Record<string, () => unknown> }).getCachedCode();
const compiled = Object.entries(cache)
  .map(([key, code]) => [key, String(code)] as const)
  .sort(([a], [b]) => (a < b ? -1 : 1));
(window as unknown as { compiled: typeof compiled }).compiled = compiled;
