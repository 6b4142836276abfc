import type { Stratum } from '@echometry/contract/records/assignment.ts';
import { siteOfCode } from '@echometry/contract/rules/assign-studies.ts';
import type { StudyOfPlan } from '../db/assignments.ts';

/** Shown where a study has no such property. */
const NONE = 'none';
const QUALITY = { good: 'good quality', poor: 'poor quality', unknown: 'quality not assessed' } as const;

/**
 * The stratum of a study: its properties, joined.
 * @param isGood whether most assessed images of its newest work are good; undefined where none was assessed
 */
export function stratumOf(study: StudyOfPlan, strata: readonly Stratum[], isGood: boolean | undefined): string {
  const valueOf = (stratum: Stratum): string => {
    switch (stratum) {
      case 'age-group':
        return study.data_type;
      case 'study-type':
        return study.study_type ?? NONE;
      case 'study-code':
        return study.code ?? NONE;
      case 'site':
        return siteOfCode(study.patient_show) || NONE;
      case 'quality':
        return isGood === undefined ? QUALITY.unknown : isGood ? QUALITY.good : QUALITY.poor;
    }
  };
  return strata.map(valueOf).join(', ');
}
