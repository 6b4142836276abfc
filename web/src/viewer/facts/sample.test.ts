import { describe, expect, it } from 'vitest';
import type { FrameView } from '@echometry/bindings/engine/api.ts';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { sampleAt } from './sample.ts';

const stored = (photometric_interpretation: string, bits_allocated = 8, transfer_syntax_uid = '1.2.840.10008.1.2.1') =>
  ({ photometric_interpretation, bits_allocated, transfer_syntax_uid }) as ImageMetadata;

const view = (layout: FrameView['layout'], samples: Uint8Array | Uint16Array, more: Partial<FrameView> = {}): FrameView => ({
  frame_number: 1,
  width: 3,
  height: 2,
  layout,
  bits: 8,
  signed: false,
  sampling: [1, 1],
  stride: 3,
  rows: 2,
  buffers: [samples],
  shared: false,
  partial: false,
  ...more,
});

describe('the sample under the cursor', () => {
  it('belongs to the pixel whose square holds the point', () => {
    const grey = view('grey', Uint8Array.of(10, 11, 12, 20, 21, 22));
    const at = (x: number, y: number) => sampleAt(grey, stored('MONOCHROME2'), { x, y })?.numbers[0];
    expect([at(0, 0), at(-0.5, -0.5), at(0.49, 0), at(0.5, 0), at(2.49, 1.49)]).toEqual([10, 10, 10, 11, 22]);
    expect([at(-0.51, 0), at(2.5, 0), at(0, 1.5)]).toEqual([undefined, undefined, undefined]);
  });

  it("is signed where the file declares it (PS3.5 8.1.1, two's complement)", () => {
    const grey = view('grey', Uint16Array.of(0xfc18, 1000, 0, 0, 0, 0), { bits: 16, signed: true });
    expect(sampleAt(grey, stored('MONOCHROME2', 16), { x: 0, y: 0 })).toEqual({ kind: 'value', numbers: [-1000] });
    expect(sampleAt(grey, stored('MONOCHROME2', 16), { x: 1, y: 0 })).toEqual({ kind: 'value', numbers: [1000] });
  });

  it('is three numbers of a colour and the index of a palette', () => {
    const rgb = view(
      'rgb',
      Uint8Array.from({ length: 18 }, (_, index) => index),
      { stride: 9 },
    );
    expect(sampleAt(rgb, stored('RGB'), { x: 2, y: 1 })).toEqual({ kind: 'rgb', numbers: [15, 16, 17] });
    expect(sampleAt(view('palette', Uint8Array.of(0, 0, 7, 0, 0, 0)), stored('PALETTE COLOR'), { x: 2, y: 0 })).toEqual({
      kind: 'index',
      numbers: [7],
    });
  });

  it('takes the chroma that the pixel shares, halved across, both ways or not at all', () => {
    // Y of row 0 and 1, each row 3 wide in a stride of 4; then Cb (2 wide) and Cr to its right.
    const luma = [1, 2, 3, 0, 4, 5, 6, 0];
    const across = view('planes', Uint8Array.from([...luma, 30, 31, 40, 41, 32, 33, 42, 43]), { stride: 4, rows: 4, sampling: [2, 1] });
    expect(sampleAt(across, stored('YBR_FULL_422'), { x: 2, y: 1 })?.numbers).toEqual([6, 33, 43]);
    expect(sampleAt(across, stored('YBR_FULL_422'), { x: 1, y: 0 })?.numbers).toEqual([2, 30, 40]);
    const both = view('planes', Uint8Array.from([...luma, 30, 31, 40, 41]), { stride: 4, rows: 3, sampling: [2, 2] });
    expect(sampleAt(both, stored('YBR_FULL'), { x: 2, y: 1 })?.numbers).toEqual([6, 31, 41]);
    const full = view(
      'planes',
      Uint8Array.from({ length: 18 }, (_, index) => index),
      { rows: 6 },
    );
    expect(sampleAt(full, stored('YBR_FULL'), { x: 1, y: 1 })).toEqual({ kind: 'ycbcr', numbers: [4, 10, 16] });
  });

  it('is absent where the texture holds something else than the file', () => {
    const grey = view('grey', new Uint16Array(6), { bits: 16 });
    const planes = view('planes', new Uint8Array(18), { rows: 6 });
    expect(sampleAt(grey, stored('MONOCHROME2', 32), { x: 0, y: 0 })).toBeNull();
    expect(sampleAt(planes, stored('YBR_PARTIAL_422'), { x: 0, y: 0 })).toBeNull();
    expect(sampleAt(planes, stored('YBR_FULL', 8, '1.2.840.10008.1.2.4.102'), { x: 0, y: 0 })).toBeNull();
    expect(sampleAt(view('rgb', new Uint8Array(18), { stride: 9 }), stored('PALETTE COLOR'), { x: 0, y: 0 })).toBeNull();
  });
});
