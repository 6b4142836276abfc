import type { Project } from '../records/project.ts';
import type { RoleName } from '../records/role.ts';
import { isBlind, mayChangeDataType } from './permissions.ts';
import { splitStudyId } from './study-id.ts';

/** Facts that a project hides from a reader, besides the work of others (docs/readers.md#blinding). */
export interface Hidden {
  /** Gestational age, age, sex, height, weight, and inputs of guidelines that people stated. */
  clinicalValues: boolean;
  /** Dates of studies and ages of patients, which show the order of a patient's studies. */
  order: boolean;
}

/** Only blind editors read without these facts: shared work enters them. */
export const hiddenFrom = (role: RoleName | null, { blinding }: Pick<Project, 'blinding'>): Hidden => ({
  clinicalValues: isBlind(role) && blinding?.clinical_values === true,
  order: isBlind(role) && blinding?.order === true,
});

/** The age of a patient shows the order of studies as well as their dates do. */
export const hidesAges = ({ clinicalValues, order }: Hidden): boolean => clinicalValues || order;

/** May enter facts of a patient: ages, sex, body, and inputs of guidelines. */
export const mayEnterFacts = (role: RoleName | null, project: Pick<Project, 'blinding'>): boolean =>
  mayChangeDataType(role) && !hidesAges(hiddenFrom(role, project));

/** First digit in place of a year's: no study is as old as the first millennium. */
export const ALIAS_DIGIT = '0';

/** The id is an alias: its digits are not a date. */
export const isAlias = (studyId: string): boolean => splitStudyId(studyId)?.date.startsWith(ALIAS_DIGIT) === true;
