/** Points of a caliper that is not saved yet. They are kept in the browser only, per image. */
import type { PixelPosition } from '../generated/analysis-image.ts';

export interface OpenCaliper {
  /** Type of the template that is measured with. */
  template: string;
  /** In stored pixels. */
  points: readonly PixelPosition[];
}
