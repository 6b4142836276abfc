import { describe, expect, it } from 'vitest';
import type { ImageMetadata } from '@echometry/contract/generated/image-metadata.ts';
import { NEUTRAL, toneOf } from './tone.ts';

const BYTES = { bits: 8, signed: false, layout: 'grey' } as const;
const WORDS = { bits: 16, signed: false, layout: 'grey' } as const;
const grey = { samples_per_pixel: 1, bits_stored: 12, window: null } as unknown as ImageMetadata;

describe('tone', () => {
  it('leaves 8-bit pictures as they are', () => {
    expect(toneOf(BYTES, grey, NEUTRAL)).toEqual({ low: 0, width: 1 });
  });

  it('shows the stored range of wider samples, signed or not', () => {
    expect(toneOf(WORDS, grey, NEUTRAL)).toEqual({ low: 0, width: 4095 });
    expect(toneOf({ ...WORDS, signed: true }, grey, NEUTRAL)).toEqual({ low: -2048, width: 4095 });
  });

  it('follows the window of the file (PS3.3 C.11.2.1.2, note: center 2048, width 4096)', () => {
    const tone = toneOf(WORDS, { ...grey, window: { center: 2048, width: 4096 } }, NEUTRAL);
    expect(tone).toEqual({ low: 0, width: 4095 });
  });

  it('turns contrast about the middle and moves brightness', () => {
    expect(toneOf(BYTES, grey, { brightness: 0, contrast: 2 })).toEqual({ low: 0.25, width: 0.5 });
    expect(toneOf(BYTES, grey, { brightness: 0.25, contrast: 1 })).toEqual({ low: -0.25, width: 1 });
  });

  it('turns MONOCHROME1 around, and brighter stays brighter', () => {
    const turned = { ...grey, photometric_interpretation: 'MONOCHROME1' };
    const shade = (setting: typeof NEUTRAL, sample: number): number => {
      const { low, width } = toneOf(BYTES, turned, setting);
      return (low - sample) / -width;
    };
    expect([shade(NEUTRAL, 0), shade(NEUTRAL, 0.25), shade(NEUTRAL, 1)]).toEqual([1, 0.75, 0]);
    expect(shade({ brightness: 0.1, contrast: 1 }, 0.25)).toBeCloseTo(0.85, 12);
    expect(shade({ brightness: 0, contrast: 2 }, 0.25)).toBeCloseTo(1, 12);
  });

  it('spreads grey of few bits, and leaves what was deeper than 16 bits as it came', () => {
    expect(toneOf(BYTES, { ...grey, bits_stored: 1 }, NEUTRAL)).toEqual({ low: 0, width: 1 / 255 });
    const deep = { ...grey, bits_allocated: 32, bits_stored: 32, window: { center: 5, width: 10 } };
    expect(toneOf(WORDS, deep, NEUTRAL)).toEqual({ low: 0, width: 65_535 });
  });
});
