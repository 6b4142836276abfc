import { describe, expect, it } from 'vitest';
import { MIN_TILE_PX, TILE_GAP_PX, tileWidth } from './tile-size.ts';

const AREA = { width: 1400, height: 760 };

describe('tiles of the preview', () => {
  it('fill the page when there is one, as far as its height allows', () => {
    // 760 high are 1013 wide at 4:3.
    expect(tileWidth(1, AREA)).toBe(1013);
  });

  it('fit without scrolling when there are few, and could not be larger', () => {
    for (const count of [2, 3, 5, 8]) {
      const fits = (width: number): boolean => {
        const columns = Math.floor((AREA.width + TILE_GAP_PX) / (width + TILE_GAP_PX));
        const rows = Math.ceil(count / columns);
        return rows * width * 0.75 + (rows - 1) * TILE_GAP_PX <= AREA.height;
      };
      const width = tileWidth(count, AREA);
      expect(fits(width), `${count} tiles of ${width}`).toBe(true);
      expect(fits(width + 2), `${count} tiles larger than ${width}`).toBe(false);
    }
  });

  it('keep their smallest size when there are many, and in a narrow window its width', () => {
    expect(tileWidth(60, AREA)).toBe(MIN_TILE_PX);
    expect(tileWidth(60, { width: 200, height: 700 })).toBe(200);
  });
});
