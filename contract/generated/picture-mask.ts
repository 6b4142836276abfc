// Written by `echometry-engine generate-types` from the Rust records. Do not edit.

/**
 * A rectangle of stored pixels; what lies beyond the picture has no meaning.
 */
export type PixelRectangle = { 
/**
 * Left column, from 0.
 */
x: number, 
/**
 * Top row, from 0.
 */
y: number, 
/**
 * Columns.
 */
width: number, 
/**
 * Rows.
 */
height: number, };

/**
 * Visible parts of a picture: its ultrasound regions and the rectangles of `shown`, but for those of
 * `hidden`.
 */
export type PictureMask = { 
/**
 * Shown in addition to the regions.
 */
shown: Array<PixelRectangle>, 
/**
 * Hidden even within a region.
 */
hidden: Array<PixelRectangle>, };
