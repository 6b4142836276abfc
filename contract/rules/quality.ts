import type { AnalysisImage, QualityItem, QualityScore } from '../generated/analysis-image.ts';
import type { QualityRow } from '../records/config-rows.ts';
import type { DataType } from '../records/data-type.ts';
import type { RoleName } from '../records/role.ts';
import { mayWork } from './permissions.ts';

/** Section that comes first, and whose first item is the general score. */
export const GENERAL = 'General';
/** Option that every item has besides its own. */
export const NOT_APPLICABLE = 'N/A';

export const NO_TEMPLATE = 'Sorry, no quality assessment template exists for this image type yet.';
export const MAY_NOT_CREATE_QC = 'Sorry, you do not have permissions to create QCs';
export const LABEL_FIRST_TO_ASSESS = 'Please, label and reference this image first to assess its quality.';
export const LABEL_FIRST_TO_UPDATE = 'Please, label and reference this image first to update the evaluation.';

type Quality = Pick<AnalysisImage, 'score' | 'accepted'>;

/** The Yes/No option of the first General item; null when nothing is scored (docs/specification.md#image-analysis). */
export function generalScore(image: Pick<AnalysisImage, 'score'>): string | null {
  return image.score?.sections.find((section) => section.name === GENERAL)?.items[0]?.value ?? null;
}

/** Quality was looked at: scored or accepted either way. */
export const hasQc = (image: Quality): boolean => image.score !== null || image.accepted !== null;

/** Quality was found good: accepted, or a general score of Yes without a refusal. */
export const isPositiveQc = (image: Quality): boolean =>
  image.accepted === 'yes' || (image.accepted !== 'no' && generalScore(image) === 'Yes');

/** Why a person may not assess an image, in the words of the specification; null when they may. */
export function qualityRefusal(role: RoleName, image: (Quality & Pick<AnalysisImage, 'type' | 'reference'>) | undefined): string | null {
  if (!mayWork(role)) return MAY_NOT_CREATE_QC;
  if (image !== undefined && image.type !== null && image.reference) return null;
  return image !== undefined && hasQc(image) ? LABEL_FIRST_TO_UPDATE : LABEL_FIRST_TO_ASSESS;
}

/** The empty template of an image type: General first, 'N/A' as the last option of each item; null where none is configured. */
export function qualityTemplate(rows: readonly QualityRow[], type: string | null, dataType: DataType): QualityScore | null {
  const row = rows.find(({ image_types, data_types }) => type !== null && image_types.includes(type) && data_types.includes(dataType));
  if (row === undefined) return null;
  const sections = row.sections.map(({ name, items }) => ({
    name,
    items: items.map((item) => ({
      name: item.name,
      options: [...item.options.filter((option) => option !== NOT_APPLICABLE), NOT_APPLICABLE],
      value: null,
    })),
  }));
  return { sections: sections.toSorted((a, b) => Number(b.name === GENERAL) - Number(a.name === GENERAL)) };
}

/** Items of a score in the order they are asked in. */
export const itemsOf = (score: QualityScore): QualityItem[] => score.sections.flatMap(({ items }) => items);

const mapItems = (score: QualityScore, of: (item: QualityItem, index: number) => QualityItem): QualityScore => {
  let index = 0;
  return { sections: score.sections.map(({ name, items }) => ({ name, items: items.map((item) => of(item, index++)) })) };
};

/**
 * The score with one item filled in; `index` counts over all sections. A value that is not an option of the item changes nothing.
 */
export const answered = (score: QualityScore, index: number, value: string | null): QualityScore =>
  mapItems(score, (item, at) => (at === index && (value === null || item.options.includes(value)) ? { ...item, value } : item));

/** Every item with its best option, which is its first. */
export const allGood = (score: QualityScore): QualityScore =>
  mapItems(score, (item) => ({ ...item, value: item.options[0] ?? item.value }));

/** A score in a line of words, as it stands among the comments. */
export const scoreText = (score: QualityScore): string =>
  score.sections.map(({ name, items }) => `${name}: ${items.map((item) => `${item.name} ${item.value ?? '-'}`).join(', ')}`).join('; ');
