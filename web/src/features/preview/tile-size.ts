/** Size of the tiles of the preview: few fill the page, many keep a size that shows their differences. */

/** Tiles are never narrower than this, in CSS pixels. */
export const MIN_TILE_PX = 260;
/** Room between tiles in CSS pixels, as in the style of the grid. */
export const TILE_GAP_PX = 12;
/** Height of a tile over its width. */
const ASPECT = 3 / 4;

/** Largest width in CSS pixels with which `count` tiles fit into an area without scrolling; the smallest one when they do not. */
export function tileWidth(count: number, area: { width: number; height: number }): number {
  let best = 0;
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const byWidth = (area.width - TILE_GAP_PX * (columns - 1)) / columns;
    const byHeight = (area.height - TILE_GAP_PX * (rows - 1)) / rows / ASPECT;
    best = Math.max(best, Math.min(byWidth, byHeight));
  }
  return Math.max(Math.floor(best), Math.min(MIN_TILE_PX, area.width));
}
