import type { Interpolation } from '@echometry/bindings/engine/drawing.ts';
import type { Line } from '@echometry/contract/generated/analysis-image.ts';
import { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';
import { Value } from 'typebox/value';
import type { InterpolationOf } from './curves.ts';

/** How the lines of the configuration run; a row that is none of this version gives nothing. */
export function interpolations(rows: readonly unknown[]): InterpolationOf {
  const known = new Map<string, Interpolation>();
  for (const row of rows) {
    if (!Value.Check(ImageTypeRow, row)) continue;
    for (const pattern of row.patterns)
      for (const line of pattern.lines) known.set(JSON.stringify([row.type, pattern.name, line.name]), line.interpolation);
  }
  return (imageType: string | null, line: Line) => known.get(JSON.stringify([imageType, line.pattern, line.name])) ?? null;
}
