/** Studies as callers see them: what their project hides from blind editors is null (docs/readers.md#blinding). */
import { hiddenFrom, hidesAges } from '@echometry/contract/rules/blinding.ts';
import type { Project } from '@echometry/contract/records/project.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { SeenStudy, StudyRecord } from '../db/studies.ts';
import { forbidden } from '../errors.ts';
import type { Services } from './services.ts';

/** A project as the role of the caller sees it. */
interface Blinded {
  role: RoleName;
  project: Project;
}

export const hiddenIn = ({ role, project }: Blinded) => hiddenFrom(role, project);

const NO_AGES = { gestational_age_days: null, gestational_age_source: null, age_days: null, age_source: null } as const;
const NO_BODY = {
  sex: null,
  sex_source: null,
  height_cm: null,
  height_source: null,
  weight_kg: null,
  weight_source: null,
  stated: null,
} as const;

export function seenBy({ aliases }: Pick<Services, 'aliases'>, access: Blinded, study: StudyRecord): SeenStudy {
  const hidden = hiddenIn(access);
  return {
    ...study,
    ...(hidesAges(hidden) ? NO_AGES : {}),
    ...(hidden.clinicalValues ? NO_BODY : {}),
    ...(hidden.order ? { study_id: aliases.aliasOf(study.study_id), study_date: null } : {}),
  };
}

/** The id by which the caller knows a study. */
export const shownId = ({ aliases }: Pick<Services, 'aliases'>, access: Blinded, studyId: string): string =>
  hiddenIn(access).order ? aliases.aliasOf(studyId) : studyId;

/** The stored id of a study by the id that the caller uses; null for an id that is not valid. */
export const storedId = ({ aliases }: Pick<Services, 'aliases'>, access: Blinded, studyId: string): string | null =>
  hiddenIn(access).order ? aliases.studyIdOf(studyId) : studyId;

/** Studies in the order that the caller may see: as given, or by their random identifiers where the order is hidden. */
export const inSeenOrder = <S extends Pick<StudyRecord, 'study_instance_uid'>>(access: Blinded, studies: readonly S[]): readonly S[] =>
  hiddenIn(access).order ? studies.toSorted((a, b) => (a.study_instance_uid < b.study_instance_uid ? -1 : 1)) : studies;

/** 403 where the project hides clinical values or ages from the caller, who wants to enter some. */
export function requireShown(access: Blinded): void {
  if (hidesAges(hiddenIn(access)))
    throw forbidden('This project hides these values from blind editors. An editor or an Admin can enter them');
}
