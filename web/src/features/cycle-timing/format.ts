/** How times and lengths of cycles are written. */
import type { FlowRegion } from '@echometry/contract/generated/image-metadata.ts';
import { DASH } from '../../lib/format.ts';

const MS_PER_S = 1000;
/** Thousands apart, without a mark between them: 1 107. */
const THIN = '\u2009';

export const milliseconds = (ms: number | null): string =>
  ms === null || !Number.isFinite(ms) ? DASH : String(Math.round(ms)).replaceAll(/\B(?=(\d{3})+$)/g, THIN);

/** Length of some columns in ms; null where the region has no scale of time. */
export const columnsToMs = (columns: number, region: Pick<FlowRegion, 'spacing_x' | 'units_x'> | null): number | null =>
  region?.units_x === 's' ? columns * region.spacing_x * MS_PER_S : null;

/** Length of some columns in words, in pixels without a scale of time. */
export function lengthText(columns: number, region: Pick<FlowRegion, 'spacing_x' | 'units_x'> | null): string {
  const ms = columnsToMs(columns, region);
  return ms === null ? `${Math.round(columns)} px` : `${milliseconds(ms)} ms`;
}
