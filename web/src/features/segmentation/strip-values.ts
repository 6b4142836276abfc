/** Values at a place of a strip. */
import type { ImageScale } from '@echometry/bindings/engine/geometry.ts';
import type { PhysicalReading } from '@echometry/contract/generated/physical-reading.ts';
import type { Point } from '../../tools/point.ts';
import type { Strip } from '../../tools/strip.ts';

/** Time and velocity, each null where its axis has no scale. */
export type StripValues = Pick<PhysicalReading, 'x' | 'y'>;

/** Values at a place of a strip. Its axes are straight: their scale continues beyond both edges, where aliased flow is. */
export function valueAt({ x, y }: Point, { left, right, top, bottom }: Strip, scaling: Pick<ImageScale, 'at'>): StripValues | null {
  const column = Math.min(Math.max(x, left), right);
  if (y >= top && y <= bottom) return scaling.at(column, y);
  const [upper, lower] = [scaling.at(column, top), scaling.at(column, bottom)];
  if (!upper.y || !lower.y || upper.y.unit !== lower.y.unit) return { x: upper.x, y: null };
  const value = upper.y.value + ((lower.y.value - upper.y.value) * (y - top)) / (bottom - top);
  return { x: upper.x, y: { ...upper.y, value } };
}
