/** Place of a strip in its picture, in stored pixels; edges are inclusive. */
export interface Strip {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Row of the zero line; null where there is none. */
  baseline: number | null;
}
