/** The stored samples of the pixel under the cursor, as they are in the texture of its frame. */
import type { FrameView } from '@echometry/bindings/engine/api.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { isVideo } from './syntax-names.ts';
import type { Point } from '../view/view-transform.ts';

export interface Sample {
  /** Meaning of the numbers. */
  kind: 'value' | 'rgb' | 'ycbcr' | 'index';
  numbers: readonly number[];
}

/**
 * @param point in stored pixels, a whole number being a pixel's centre
 * @returns null outside of the picture, and where the texture does not hold what is stored: a range that was
 * stretched (videos, YBR_PARTIAL), samples that were made smaller, palettes too large for the shader
 */
export function sampleAt(view: FrameView, metadata: ImageMetadata, point: Point): Sample | null {
  const x = Math.floor(point.x + 0.5);
  const y = Math.floor(point.y + 0.5);
  const [samples] = view.buffers;
  if (!samples || x < 0 || y < 0 || x >= view.width || y >= view.height) return null;
  if (!holdsStored(view, metadata)) return null;
  const at = (offset: number): number => samples[offset] ?? Number.NaN;
  switch (view.layout) {
    case 'grey':
      return { kind: 'value', numbers: [signed(at(y * view.stride + x), view)] };
    case 'palette':
      return { kind: 'index', numbers: [at(y * view.stride + x)] };
    case 'rgb':
      return { kind: 'rgb', numbers: [0, 1, 2].map((channel) => at(y * view.stride + x * 3 + channel)) };
    case 'planes': {
      const [across, down] = view.sampling;
      const blue = (view.height + Math.floor(y / down)) * view.stride + Math.floor(x / across);
      // Red lies to the right of blue where chroma is halved, else below (shaders.ts).
      const red = across > 1 ? blue + Math.ceil(view.width / across) : blue + Math.ceil(view.height / down) * view.stride;
      return { kind: 'ycbcr', numbers: [at(y * view.stride + x), at(blue), at(red)] };
    }
  }
}

function holdsStored(
  { bits, layout }: FrameView,
  { transfer_syntax_uid, bits_allocated, photometric_interpretation }: ImageMetadata,
): boolean {
  if (isVideo(transfer_syntax_uid) || photometric_interpretation.startsWith('YBR_PARTIAL')) return false;
  return bits_allocated <= bits && (photometric_interpretation === 'PALETTE COLOR') === (layout === 'palette');
}

/** Two's complement of samples that are signed. */
function signed(sample: number, { bits, signed: isSigned }: FrameView): number {
  return isSigned && sample >= 2 ** (bits - 1) ? sample - 2 ** bits : sample;
}
