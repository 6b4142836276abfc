import type { AnalysisImage, Line } from '@echometry/contract/generated/analysis-image.ts';
import type { ImageTypeRow } from '@echometry/contract/records/config-rows.ts';

/** How a line of an image runs between its points; null where the configuration does not define it. */
export function interpolationOf(line: Line | undefined, image: AnalysisImage, types: readonly ImageTypeRow[]) {
  const patterns = types.find(({ type }) => type === image.type)?.patterns ?? [];
  return patterns.find(({ name }) => name === line?.pattern)?.lines.find(({ name }) => name === line?.name)?.interpolation ?? null;
}
