import { type FrameView } from '@echometry/bindings/api.ts';
import { type Palette } from '@echometry/contract/generated/image-metadata.ts';
import { type DecodedFrame } from '../formats/source.ts';

const clamped = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));

/** A frame as grey or RGB of 8 bits. @throws for 16 bits, which would have to be windowed: nobody said how. */
export function decodedFrame(view: FrameView, palette: Palette | null): DecodedFrame {
  const [samples] = view.buffers;
  if (view.bits !== 8 || !(samples instanceof Uint8Array))
    throw new Error('Frames of 16 bits are not written: choosing a window would change the picture');
  const { height: rows, width: columns } = view;
  const pixel = pixelReader(view, samples, palette);
  const channels = view.layout === 'grey' ? 1 : 3;
  const pixels = new Uint8Array(rows * columns * channels);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) pixel(row, column, pixels, (row * columns + column) * channels);
  return { rows, columns, samples_per_pixel: channels, pixels };
}

type PixelReader = (row: number, column: number, into: Uint8Array, at: number) => void;

function pixelReader(view: FrameView, samples: Uint8Array, palette: Palette | null): PixelReader {
  const { stride } = view;
  switch (view.layout) {
    case 'grey':
      return (row, column, into, at) => {
        into[at] = samples[row * stride + column] ?? 0;
      };
    case 'rgb':
      return (row, column, into, at) => into.set(samples.subarray(row * stride + 3 * column, row * stride + 3 * column + 3), at);
    case 'palette': {
      if (palette === null) throw new Error('The palette of the file is missing');
      const entries = palette.rgb.length / 3;
      return (row, column, into, at) => {
        // Below and above the table its first and last entries count (PS3.3 C.7.6.3.1.5).
        const entry = Math.min(entries - 1, Math.max(0, (samples[row * stride + column] ?? 0) - palette.first_mapped));
        for (let channel = 0; channel < 3; channel += 1) into[at + channel] = palette.rgb[3 * entry + channel] ?? 0;
      };
    }
    case 'planes':
      return planesReader(view, samples);
  }
}

/** YCbCr full range, BT.601 (ITU-T T.871), chroma at the nearest sample. */
function planesReader(view: FrameView, samples: Uint8Array): PixelReader {
  const { stride, height, width } = view;
  const [across, down] = view.sampling;
  const chromaRows = Math.ceil(height / down);
  const beside = across > 1;
  const chromaAt = (row: number, column: number): [number, number] => {
    const [r, c] = [Math.floor(row / down), Math.floor(column / across)];
    const blue = (height + r) * stride + c;
    return [blue, beside ? blue + Math.ceil(width / across) : blue + chromaRows * stride];
  };
  return (row, column, into, at) => {
    const y = samples[row * stride + column] ?? 0;
    const [blueAt, redAt] = chromaAt(row, column);
    const [cb, cr] = [(samples[blueAt] ?? 128) - 128, (samples[redAt] ?? 128) - 128];
    into[at] = clamped(y + 1.402 * cr);
    into[at + 1] = clamped(y - 0.344136 * cb - 0.714136 * cr);
    into[at + 2] = clamped(y + 1.772 * cb);
  };
}
