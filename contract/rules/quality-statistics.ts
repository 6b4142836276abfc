/** Statistics of image quality, filtered by date and gestational age (docs/specification.md#platform-3, docs/specification.md#platform-5). */
import type { AssessedImage } from '../records/statistics.ts';
import { GENERAL } from './quality.ts';

export interface QualityFilter {
  /** YYYY-MM-DD, in UTC; the whole day counts. Null: open. */
  from: string | null;
  to: string | null;
  /** In days, both included. Null: open. An image without gestational age passes only where both are open. */
  ga_from: number | null;
  ga_to: number | null;
}

export const NO_QUALITY_FILTER: QualityFilter = { from: null, to: null, ga_from: null, ga_to: null };

/** How often an option was chosen; `null` counts open questions. */
export interface OptionCount {
  option: string | null;
  count: number;
}

export interface TypeQuality {
  image_type: string;
  /** Images with a complete assessment. */
  total: number;
  /** Of these, whose general score is Yes. */
  accepted: number;
  /** Images with a quick assessment. */
  quick_total: number;
  quick_accepted: number;
  sections: { name: string; items: { name: string; counts: OptionCount[] }[] }[];
}

export interface QualityStatistics {
  general: {
    /** Studies with an assessed image. */
    total_studies: number;
    /** Share of complete assessments with a general score of Yes, in percent; null without any. */
    average_acceptance: number | null;
    quick_total: number;
    /** Share of quick assessments that accepted, in percent; null without any. */
    quick_acceptance: number | null;
  };
  image_types: TypeQuality[];
}

const DAY_MS = 86_400_000;
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Why a range of dates cannot be; null for a valid one. `today` is YYYY-MM-DD. */
export function dateRangeFault({ from, to }: Pick<QualityFilter, 'from' | 'to'>, today: string): string | null {
  if (to !== null && to > today) return 'The last day is in the future.';
  // Without a last day the range ends today.
  if (from !== null && from > (to ?? today)) return 'The first day lies after the last.';
  return null;
}

/** Why a range of gestational ages cannot be; null for a valid one. */
export const ageRangeFault = ({ ga_from, ga_to }: Pick<QualityFilter, 'ga_from' | 'ga_to'>): string | null =>
  ga_from !== null && ga_to !== null && ga_from > ga_to ? 'The lowest age is above the highest.' : null;

function passes(image: AssessedImage, filter: QualityFilter): boolean {
  const age = image.gestational_age_days;
  if (filter.from !== null && image.assessed_at < startOf(filter.from)) return false;
  if (filter.to !== null && image.assessed_at >= startOf(filter.to) + DAY_MS) return false;
  if (filter.ga_from !== null && (age === null || age < filter.ga_from)) return false;
  return filter.ga_to === null || (age !== null && age <= filter.ga_to);
}

/** Part of a whole in percent; null of nothing. */
export const percent = (part: number, whole: number): number | null => (whole === 0 ? null : (part / whole) * 100);

/** A percentage with two decimals, '--' without one (docs/specification.md#platform-9). */
export const shownPercent = (share: number | null): string => (share === null ? '--' : `${share.toFixed(2)} %`);

/** The Yes/No option of the first General item; null when nothing is scored. */
const generalOf = ({ sections }: AssessedImage): string | null => sections.find(({ name }) => name === GENERAL)?.items[0]?.value ?? null;

/** Whether an image was found good: by its quick assessment, else by its general score; null where neither decides. */
export function verdictOf(image: AssessedImage): boolean | null {
  if (image.accepted !== null) return image.accepted === 'yes';
  const score = generalOf(image);
  return score === 'Yes' ? true : score === 'No' ? false : null;
}

const entryOf = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
};

/** Sections, questions and options in the order they are met; unchosen options count 0. */
function distributions(images: readonly AssessedImage[]): TypeQuality['sections'] {
  const sections = new Map<string, Map<string, Map<string | null, number>>>();
  for (const { sections: answered } of images)
    for (const { name, items } of answered) {
      const section = entryOf(sections, name, () => new Map<string, Map<string | null, number>>());
      for (const item of items) {
        const counts = entryOf(section, item.name, () => new Map<string | null, number>());
        for (const option of item.options) entryOf(counts, option, () => 0);
        counts.set(item.value, (counts.get(item.value) ?? 0) + 1);
      }
    }
  return [...sections].map(([name, items]) => ({
    name,
    items: [...items].map(([item, counts]) => ({ name: item, counts: [...counts].map(([option, count]) => ({ option, count })) })),
  }));
}

function typeQuality(image_type: string, images: readonly AssessedImage[]): TypeQuality {
  const complete = images.filter(({ sections }) => sections.length > 0);
  const quick = images.filter(({ accepted }) => accepted !== null);
  return {
    image_type,
    total: complete.length,
    accepted: complete.filter((image) => generalOf(image) === 'Yes').length,
    quick_total: quick.length,
    quick_accepted: quick.filter(({ accepted }) => accepted === 'yes').length,
    sections: distributions(complete),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Statistics of the images that pass a filter; image types by name. */
export function qualityStatistics(images: readonly AssessedImage[], filter: QualityFilter = NO_QUALITY_FILTER): QualityStatistics {
  const found = images.filter((image) => passes(image, filter));
  const byType = new Map<string, AssessedImage[]>();
  for (const image of found) entryOf(byType, image.image_type, () => []).push(image);
  const image_types = [...byType]
    .map(([image_type, some]) => typeQuality(image_type, some))
    .toSorted((a, b) => a.image_type.localeCompare(b.image_type, 'en', { numeric: true }));
  const quickTotal = sum(image_types.map(({ quick_total }) => quick_total));
  return {
    general: {
      total_studies: new Set(found.map(({ study_id }) => study_id)).size,
      average_acceptance: percent(sum(image_types.map(({ accepted }) => accepted)), sum(image_types.map(({ total }) => total))),
      quick_total: quickTotal,
      quick_acceptance: percent(sum(image_types.map(({ quick_accepted }) => quick_accepted)), quickTotal),
    },
    image_types,
  };
}
