/** Studies that a person put off in their inbox. */
import { MAX_PUT_OFF, type PutOff } from '../records/user-settings.ts';
import { DAY_MS, dayOf } from './inbox.ts';

/** A study in the inbox of a role. */
export type PutOffStudy = Omit<PutOff, 'until'>;

const isSame = (a: PutOffStudy, b: PutOffStudy): boolean => a.role === b.role && a.project === b.project && a.study_id === b.study_id;

/** Those whose day has not come. */
const stillOff = (all: readonly PutOff[], now: number): PutOff[] => all.filter(({ until }) => until > dayOf(now));

export const isPutOff = (all: readonly PutOff[], study: PutOffStudy, now: number): boolean =>
  stillOff(all, now).some((one) => isSame(one, study));

/** Puts a study off until tomorrow; beyond the limit, the studies that were put off first come back. */
export const putOff = (all: readonly PutOff[], study: PutOffStudy, now: number): PutOff[] =>
  [...takeBack(all, study, now), { ...study, until: dayOf(now + DAY_MS) }].slice(-MAX_PUT_OFF);

/** Takes back that a study was put off. */
export const takeBack = (all: readonly PutOff[], study: PutOffStudy, now: number): PutOff[] =>
  stillOff(all, now).filter((one) => !isSame(one, study));
