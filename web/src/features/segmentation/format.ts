import { number } from '../../lib/format.ts';

/** Rows as a velocity, where the strip has a scale: 51.2 cm/s. */
export const velocityOf = (rows: number, region: { spacing_y: number; units_y: string } | null): string | null =>
  region?.units_y === 'cm/s' ? number(Math.max(rows, 0) * region.spacing_y, 1) : null;
