/** How far values of curves move when every drawn point does (docs/tracking.md#spread-of-the-values). */
import type { CurveReading, CycleCurve, ShakenCurves } from '@echometry/contract/generated/cycle-curves.ts';
import { halfOf } from '@echometry/contract/rules/curve-values.ts';
import type { CurveRow } from './curve-rows.ts';
import { fixed } from '../../lib/format.ts';

/** Half of the interval in the unit of the row, ms for a time; null until it is known, and for a value that is not known. */
export const spreadOf = (
  spread: ShakenCurves | null,
  curve: Pick<CycleCurve, 'line' | 'kind' | 'formula' | 'segment'>,
  { of, decimals, scale }: Pick<CurveRow, 'of' | 'decimals' | 'scale'>,
  { number = null, reading = 'value' }: { number?: number | null; reading?: CurveReading } = {},
): string | null => {
  const half = halfOf(spread, curve, { value: of, reading, number });
  if (half === null) return null;
  return reading === 'time' ? fixed(half, 0) : fixed(half / scale, decimals);
};
