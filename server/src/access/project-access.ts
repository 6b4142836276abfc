import type { RoleName } from '@echometry/contract/records/role.ts';
import { isAlias } from '@echometry/contract/rules/blinding.ts';
import { maySave, visibilityOf } from '@echometry/contract/rules/permissions.ts';
import { studyIdOf } from '@echometry/contract/rules/study-id.ts';
import type { WorkScope } from '../db/analyses.ts';
import {
  type Member,
  type Membership,
  type ProjectName,
  projectOfMember,
  type ProjectRow,
  projectsOf,
  studyOfMember,
} from '../db/projects.ts';
import { findStudy, type StudyRecord } from '../db/studies.ts';
import { findStudyByObject } from '../db/study-objects.ts';
import { storedId } from './blinding.ts';
import type { Caller, Reader } from './caller.ts';
import { forbidden, notFound, Problem } from '../errors.ts';
import type { Services } from './services.ts';

/** A project the caller may use in the role of the token, and whose work a reviewer sees there. */
export interface ProjectAccess extends ProjectRow {
  role: RoleName;
  reviewsTo: readonly string[];
  isTester: boolean;
}

/** Message for a project of the person that the token does not include. */
export const NOT_BY_TOKEN = 'This token may not be used in this project';

/** Whether the caller's token includes a project. */
export const mayUse = ({ projects }: Pick<Reader, 'projects'>, projectId: number): boolean => projects === null || projects.has(projectId);

const notMember = (): Problem => forbidden('Not a member of this project');

function memberOf({ user, role }: Reader): Member {
  if (role === null) throw notMember();
  return { userId: user.id, role };
}

/** 403 alike for a project that does not exist, is of another cloud, or is not the caller's: a stranger learns nothing. */
function accessTo(
  services: Services,
  caller: Reader,
  { role }: Member,
  of: { found: ProjectRow; membership: Membership | null } | null,
): ProjectAccess {
  if (of === null || of.membership === null || of.found.project.cloud_system !== services.cloud) throw notMember();
  if (!mayUse(caller, of.found.id)) throw forbidden(NOT_BY_TOKEN);
  const isTester = caller.user.is_test || of.membership.isTestUser;
  return { ...of.found, role, reviewsTo: of.membership.reviewsTo, isTester };
}

async function projectNamed(services: Services, caller: Reader, by: ProjectName): Promise<ProjectAccess> {
  const member = memberOf(caller);
  return accessTo(services, caller, member, await projectOfMember(services.db.query, by, member));
}

export const projectByName = (services: Services, caller: Reader, dbName: string): Promise<ProjectAccess> =>
  projectNamed(services, caller, { dbName });

export const projectByKey = (services: Services, caller: Reader, key: string): Promise<ProjectAccess> =>
  projectNamed(services, caller, { key });

export const projectById = (services: Services, caller: Reader, id: number): Promise<ProjectAccess> =>
  projectNamed(services, caller, { id });

/** Every project that the caller may use in the role of the token, in the order in which they were made. */
export async function projectsOfCaller(services: Services, caller: Caller): Promise<ProjectAccess[]> {
  const projects: ProjectAccess[] = [];
  for (const { _id } of await projectsOf(services.db.query, caller.user.id, services.cloud, caller.projects))
    try {
      projects.push(await projectByKey(services, caller, _id));
    } catch (error) {
      // A member in other roles only.
      if (!(error instanceof Problem && error.body.code === 'forbidden')) throw error;
    }
  return projects;
}

/** A project with the study that a save is of, read at once; `studyIn` refuses where there is none. */
export async function projectWithStudy(
  services: Services,
  caller: Reader,
  { dbName, studyId }: { dbName: string; studyId: string },
): Promise<{ access: ProjectAccess; study: () => StudyRecord }> {
  const member = memberOf(caller);
  const of = await studyOfMember(services.db.query, { dbName }, member, studyId);
  const access = accessTo(services, caller, member, of);
  const stored = storedId(services, access, studyId);
  // Readers who do not know the order name studies by alias: these are read once the project is known.
  const named = stored === studyId ? (of?.study ?? null) : await storedStudy(services, access, stored);
  return { access, study: () => orNotFound(named, 'id') };
}

function orNotFound(study: StudyRecord | null, field: string): StudyRecord {
  if (study === null) throw notFound(field, 'No such study in this project');
  return study;
}

const storedStudy = async (services: Services, access: ProjectAccess, stored: string | null): Promise<StudyRecord | null> =>
  stored === null ? null : findStudy(services.db.query, access.id, stored);

/** A study of the project; `field` is what the caller named it by. */
export async function studyIn(services: Services, access: ProjectAccess, studyId: string, field: string): Promise<StudyRecord> {
  return orNotFound(await storedStudy(services, access, storedId(services, access, studyId)), field);
}

/** A study with the project that the caller reads it in. */
export interface StudyAccess {
  access: ProjectAccess;
  study: StudyRecord;
}

/** The study that an object path leads to, by the id that the caller knows it by; null where there is none. */
export async function studyAtPath(
  services: Services,
  caller: Reader,
  { patientId, date }: { patientId: number; date: string },
): Promise<StudyAccess | null> {
  const named = studyIdOf(patientId, date);
  const stored = isAlias(named) ? services.aliases.studyIdOf(named) : named;
  const found = stored === null ? null : await findStudyByObject(services.db.query, patientId, stored.slice(-date.length));
  if (found === null) return null;
  const access = await projectByName(services, caller, found.db_name);
  if (storedId(services, access, named) !== stored) return null;
  return { access, study: await studyIn(services, access, named, 'object') };
}

/** Which work the caller sees (contract/rules/permissions.ts). */
export function workScopeOf(caller: Reader, access: ProjectAccess): WorkScope {
  const visibility = visibilityOf(caller.role);
  if (visibility === 'shared')
    return access.isTester && maySave(caller.role) ? { see: 'tester', userId: caller.user.id } : { see: 'shared' };
  if (visibility === 'own') return { see: 'own', userId: caller.user.id };
  return { see: 'assigned', editors: visibility === 'assigned' ? access.reviewsTo : [] };
}
