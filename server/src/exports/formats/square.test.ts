import { describe, expect, it } from 'vitest';
import { greyOf, isGrey } from './square.ts';

describe('a square', () => {
  it('without colour becomes one sample for each pixel', () => {
    const pixels = Uint8Array.of(0, 0, 0, 7, 7, 7, 255, 255, 255);
    expect(isGrey(pixels)).toBe(true);
    expect([...greyOf(pixels)]).toEqual([0, 7, 255]);
  });

  it('has colour where one sample of one pixel differs', () => {
    for (const differing of [3, 4, 5]) {
      const pixels = new Uint8Array(9).fill(9);
      pixels[differing] = 10;
      expect(isGrey(pixels)).toBe(false);
    }
  });
});
