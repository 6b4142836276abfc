import type { AssessedImage, QualityOfType } from '@echometry/contract/records/statistics.ts';
import { verdictOf } from '@echometry/contract/rules/quality-statistics.ts';
import { hasQc } from '@echometry/contract/rules/quality.ts';
import type { Counting, StudyFacts } from './facts.ts';

export interface CountedQuality {
  images: AssessedImage[];
  types: QualityOfType[];
}

/** Collects the assessments of a project. */
export function countQuality(): Counting<CountedQuality> {
  const images: AssessedImage[] = [];
  const types = new Map<string, QualityOfType>();

  const count = (image: AssessedImage): void => {
    const of = types.get(image.image_type) ?? { image_type: image.image_type, accepted: 0, refused: 0, undecided: 0 };
    const verdict = verdictOf(image);
    of[verdict === null ? 'undecided' : verdict ? 'accepted' : 'refused'] += 1;
    types.set(image.image_type, of);
  };

  return {
    add: ({ study, work, assessedAt }: StudyFacts) => {
      for (const image of work?.images ?? []) {
        if (image.type === null || !hasQc(image)) continue;
        const assessed: AssessedImage = {
          study_id: study.study_id,
          image_type: image.type,
          // An assessment without an entry among the comments was imported or made by a program: the save that holds it dates it.
          assessed_at: assessedAt.get(image.filename) ?? work?.updated_at ?? 0,
          gestational_age_days: study.gestational_age_days,
          accepted: image.accepted,
          sections: image.score?.sections ?? [],
        };
        images.push(assessed);
        count(assessed);
      }
    },
    result: () => ({
      images,
      types: [...types.values()].toSorted((a, b) => a.image_type.localeCompare(b.image_type, 'en', { numeric: true })),
    }),
  };
}
