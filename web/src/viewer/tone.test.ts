import { describe, expect, it } from 'vitest';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { NEUTRAL, toneOf } from './tone.ts';

const grey = { samples_per_pixel: 1, bits_stored: 12, window: null } as unknown as ImageMetadata;

describe('tone', () => {
  it('leaves 8-bit pictures as they are', () => {
    expect(toneOf({ bits: 8, signed: false }, grey, NEUTRAL)).toEqual({ low: 0, width: 1 });
  });

  it('shows the stored range of wider samples, signed or not', () => {
    expect(toneOf({ bits: 16, signed: false }, grey, NEUTRAL)).toEqual({ low: 0, width: 4095 });
    expect(toneOf({ bits: 16, signed: true }, grey, NEUTRAL)).toEqual({ low: -2048, width: 4095 });
  });

  it('follows the window of the file (PS3.3 C.11.2.1.2, note: center 2048, width 4096)', () => {
    const tone = toneOf({ bits: 16, signed: false }, { ...grey, window: { center: 2048, width: 4096 } }, NEUTRAL);
    expect(tone).toEqual({ low: 0, width: 4095 });
  });

  it('turns contrast about the middle and moves brightness', () => {
    expect(toneOf({ bits: 8, signed: false }, grey, { brightness: 0, contrast: 2 })).toEqual({ low: 0.25, width: 0.5 });
    expect(toneOf({ bits: 8, signed: false }, grey, { brightness: 0.25, contrast: 1 })).toEqual({ low: -0.25, width: 1 });
  });
});
