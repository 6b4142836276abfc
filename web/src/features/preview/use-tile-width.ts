import { useEffect, useState, type RefObject } from 'react';
import { MIN_TILE_PX, tileWidth } from './tile-size.ts';

/** Width of the tiles in the area that scrolls; follows its size. */
export function useTileWidth(area: RefObject<HTMLElement | null>, count: number): number {
  const [width, setWidth] = useState(MIN_TILE_PX);
  useEffect(() => {
    const element = area.current;
    if (!element || count === 0) return;
    const watch = new ResizeObserver(() => {
      const style = getComputedStyle(element);
      const inside = (size: number, ...edges: string[]): number => size - edges.reduce((sum, edge) => sum + Number.parseFloat(edge), 0);
      setWidth(
        tileWidth(count, {
          width: inside(element.clientWidth, style.paddingLeft, style.paddingRight),
          height: inside(element.clientHeight, style.paddingTop, style.paddingBottom),
        }),
      );
    });
    watch.observe(element);
    return () => {
      watch.disconnect();
    };
  }, [area, count]);
  return width;
}
