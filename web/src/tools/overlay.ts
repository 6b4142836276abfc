/** Drawings over a picture, as data. Points are in stored pixels; widths, sizes and offsets in CSS pixels. */
import type { Point } from './point.ts';

/** `#rrggbb`. */
export type Colour = string;

/** Solid is accepted, dashed predicted, dotted another person's. */
export type LineStyle = 'solid' | 'dashed' | 'dotted';

export type OverlayShape =
  | { kind: 'line'; points: readonly Point[]; closed: boolean; colour: Colour; style: LineStyle; width: number }
  /** A mark across the picture, at a column or a row, with a flag at its beginning. */
  | { kind: 'mark'; axis: 'x' | 'y'; at: number; from: number; to: number; colour: Colour; style: LineStyle; flag: boolean }
  /** A tinted rectangle. */
  | { kind: 'span'; from: Point; to: Point; colour: Colour; opacity: number }
  | { kind: 'point'; at: Point; colour: Colour; form: 'dot' | 'cross' }
  /** A point that can be dragged. */
  | { kind: 'handle'; at: Point; colour: Colour; state: 'idle' | 'hover' | 'selected' }
  | { kind: 'label'; at: Point; text: string; colour: Colour; offset: Point; anchor: 'start' | 'middle' | 'end' };

/** Radius of a handle without its halo, in CSS pixels: with the pointer's tolerance a target of at least 24. */
export const HANDLE_RADIUS_PX = 5;
export const POINT_RADIUS_PX = 3;
/** Width of lines and marks, in CSS pixels. */
export const LINE_WIDTH_PX = 2;
