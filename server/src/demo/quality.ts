import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';
import type { QualityRow } from '@echometry/contract/records/config-rows.ts';
import type { DataType } from '@echometry/contract/records/data-type.ts';
import { answered, itemsOf, NOT_APPLICABLE, qualityTemplate } from '@echometry/contract/rules/quality.ts';

/** Quality control of every image of a study. */
export type Quality = 'accepted' | 'good score' | 'bad score';

/** The image after quality control: accepted, or its template filled in with its best or its worst options. */
export function withQuality(
  image: AnalysisImage,
  quality: Quality | undefined,
  rows: readonly QualityRow[],
  dataType: DataType,
): AnalysisImage {
  if (quality === undefined) return image;
  if (quality === 'accepted') return { ...image, accepted: 'yes' };
  const template = qualityTemplate(rows, image.type, dataType);
  if (template === null) return { ...image, score: null };
  const score = itemsOf(template).reduce((filled, { options }, index) => {
    const own = options.filter((option) => option !== NOT_APPLICABLE);
    return answered(filled, index, own[quality === 'good score' ? 0 : own.length - 1] ?? null);
  }, template);
  return { ...image, score };
}
