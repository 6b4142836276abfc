import type { ImportIdentity } from '@echometry/bindings/engine/api.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const OF_THE_STUDY = 'StudyDate';

/** Why the day of the study cannot be, without its value; null when it can. A clock may be a day ahead. */
export function implausibleStudyDate(identity: Pick<ImportIdentity, 'implausible_dates' | 'study_date'>, now: number): string | null {
  const found = identity.implausible_dates.filter((fault) => fault.startsWith(OF_THE_STUDY));
  const tomorrow = new Date(now + DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
  if (identity.study_date !== null && identity.study_date > tomorrow) found.push(`${OF_THE_STUDY} is in the future`);
  return found.length === 0 ? null : `implausible-date: ${found.join('; ')}. Correct the file, or the clock of the machine that made it`;
}

/**
 * The identity without ages that rest on a date of the patient which cannot be, and what was left out, by attribute.
 * Files that were made anonymous elsewhere often carry an invented birth date: the image is worth keeping, the age is not.
 */
export function withoutImplausibleAges(identity: ImportIdentity): { identity: ImportIdentity; leftOut: string[] } {
  const leftOut = identity.implausible_dates.filter((fault) => !fault.startsWith(OF_THE_STUDY));
  const names = (keyword: string): boolean => leftOut.some((fault) => fault.startsWith(keyword));
  return {
    identity: {
      ...identity,
      age_days: names('PatientBirthDate') ? null : identity.age_days,
      gestational_age_days: names('LastMenstrualDate') ? null : identity.gestational_age_days,
    },
    leftOut,
  };
}
