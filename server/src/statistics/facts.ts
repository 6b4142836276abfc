import type { AnalysisImage, Measurement } from '@echometry/contract/generated/analysis-image.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import type { StudyRecord } from '../db/studies.ts';

/** The work that counts for a study. */
export interface WorkFacts {
  /** When it was saved last. */
  updated_at: number;
  measured: boolean;
  validated: boolean;
  images: readonly AnalysisImage[];
  missing_images: readonly string[];
}

type StudyColumns = Pick<
  StudyRecord,
  'study_id' | 'patient_show' | 'data_type' | 'gestational_age_days' | 'age_days' | 'sex' | 'height_cm' | 'weight_kg' | 'stated'
>;

/** A study with the newest work that is neither blind nor a test user's; null for a study without work. */
export interface StudyFacts {
  study: StudyColumns;
  work: WorkFacts | null;
  /** When the quality of an image was last written about, by filename. */
  assessedAt: ReadonlyMap<string, number>;
}

/** Counters take one study after the other, so that a large project is never in memory as a whole. */
export interface Counting<T> {
  add: (study: StudyFacts) => void;
  result: () => T;
}

export type ProjectRules = Pick<Project, 'cardiac_cycles' | 'image_requirements' | 'plausibility'>;

/** The age that normal ranges of a study go by: gestational for a fetus. Null where it is not known. */
export const ageOf = ({ data_type, gestational_age_days, age_days }: StudyColumns): number | null =>
  data_type === 'fetal' ? gestational_age_days : age_days;

/** Values of a measurement that are there. */
export const valuesIn = ({ value }: Measurement): number[] => value.filter((one) => one !== null);
