/** How far values of curves move when every drawn point does (docs/tracking.md#spread-of-the-values). */
import type { CurveReading, CurveValueKey, CycleCurve, ShakenCurves } from '@echometry/contract/generated/cycle-curves.ts';
import type { CurveRow } from '../../image-page/curves/curve-rows.ts';
import { fixed } from '../../lib/format.ts';

/** Half of the interval in the unit of the row, ms for a time; null until it is known, and for a value that is not known. */
export const spreadOf = (
  spread: ShakenCurves | null,
  { line, kind, formula, segment }: Pick<CycleCurve, 'line' | 'kind' | 'formula' | 'segment'>,
  { of, decimals, scale }: Pick<CurveRow, 'of' | 'decimals' | 'scale'>,
  { number = null, reading = 'value' }: { number?: number | null; reading?: CurveReading } = {},
): string | null => {
  const isIt = ({ key }: { key: CurveValueKey }): boolean =>
    key.line === line &&
    key.kind === kind &&
    key.formula === formula &&
    key.segment === segment &&
    key.value === of &&
    key.number === number &&
    key.reading === reading;
  const half = spread?.values.find(isIt)?.half_95 ?? null;
  if (half === null) return null;
  return reading === 'time' ? fixed(half, 0) : fixed(half / scale, decimals);
};
