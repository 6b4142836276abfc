/** Brightness and contrast as the window of the shader. */
import type { FrameView } from '@echometry/bindings/engine/api.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import type { Tone } from './gl.ts';

export interface ToneSetting {
  /** Added to the picture, -1 to 1 of its range. */
  brightness: number;
  /** Factor about the middle, 0.25 to 4. */
  contrast: number;
}

export const NEUTRAL: ToneSetting = { brightness: 0, contrast: 1 };
export const BRIGHTNESS_STEP = 0.05;
export const CONTRAST_STEP = 1.1;
export const MAX_CONTRAST = 4;
/** White of samples that were deeper than 16 bits. */
const DEEP_WHITE = 65_535;

/** Fields of the frame for a window. */
type Shown = Pick<FrameView, 'bits' | 'signed' | 'layout'>;

/** @returns the window of the setting: 8-bit samples run 0..1, wider ones in sample values. MONOCHROME1 runs from white to black. */
export function toneOf(view: Shown | null, metadata: ImageMetadata | null, { brightness, contrast }: ToneSetting): Tone {
  const base = baseWindow(view, metadata);
  const width = base.width / contrast;
  const tone = { low: base.low + (base.width - width) / 2 - brightness * base.width, width };
  if (metadata?.photometric_interpretation !== 'MONOCHROME1') return tone;
  // The other way round, so that brighter is still brighter.
  const high = base.low + (base.width + width) / 2 + brightness * base.width;
  return { low: high, width: -width };
}

/** Without any setting: the file's window where it has one, else the whole range of the samples. */
function baseWindow(view: Shown | null, metadata: ImageMetadata | null): Tone {
  const wide = view?.bits === 16;
  // Deeper samples come with their window applied (engine-rs/src/pixels/deep_grey.rs).
  if (wide && (metadata?.bits_allocated ?? 0) > 16) return { low: 0, width: DEEP_WHITE };
  const grey = view?.layout === 'grey';
  const window = metadata?.samples_per_pixel === 1 ? metadata.window : null;
  const unit = wide ? 1 : 1 / 255;
  // PS3.3 C.11.2.1.2: from center - 0.5 - (width - 1) / 2 over width - 1.
  if (window && window.width > 1) return { low: (window.center - 0.5 - (window.width - 1) / 2) * unit, width: (window.width - 1) * unit };
  const bits = metadata?.bits_stored ?? 16;
  if (!wide) return { low: 0, width: grey && bits < 8 ? (2 ** bits - 1) * unit : 1 };
  return { low: view.signed ? -(2 ** (bits - 1)) : 0, width: 2 ** bits - 1 };
}
