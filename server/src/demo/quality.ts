import { type AnalysisImage, type QualityScore } from '@echometry/contract/generated/analysis-image.ts';
import { type QualityRow } from '@echometry/contract/records/config-rows.ts';
import { type DataType } from '@echometry/contract/records/data-type.ts';

const NOT_APPLICABLE = 'N/A';

/** What quality control said of every image of a study. */
export type Quality = 'accepted' | 'good score' | 'bad score';

/** A template filled in with its best or its worst options; null where none exists for the type. */
function filled(rows: readonly QualityRow[], type: string | null, dataType: DataType, good: boolean): QualityScore | null {
  const row = rows.find((entry) => type !== null && entry.image_types.includes(type) && entry.data_types.includes(dataType));
  if (row === undefined) return null;
  return {
    sections: row.sections.map((section) => ({
      name: section.name,
      items: section.items.map((item) => ({
        name: item.name,
        options: [...item.options, NOT_APPLICABLE],
        value: item.options[good ? 0 : item.options.length - 1] ?? null,
      })),
    })),
  };
}

/** The image after quality control. */
export function withQuality(
  image: AnalysisImage,
  quality: Quality | undefined,
  rows: readonly QualityRow[],
  dataType: DataType,
): AnalysisImage {
  if (quality === undefined) return image;
  if (quality === 'accepted') return { ...image, accepted: 'yes' };
  return { ...image, score: filled(rows, image.type, dataType, quality === 'good score') };
}
