import { type RoleName } from '@echometry/contract/records/role.ts';
import { maySave, visibilityOf } from '@echometry/contract/rules/permissions.ts';
import { type WorkScope } from '../db/analyses.ts';
import { findProject, membershipOf, type ProjectRow } from '../db/projects.ts';
import { findStudy, type StudyRecord } from '../db/studies.ts';
import { type Reader } from './caller.ts';
import { forbidden, notFound } from '../problem.ts';
import { type Services } from '../services.ts';

/** A project the caller may use in the role of the token, and whose work a reviewer sees there. */
export interface ProjectAccess extends ProjectRow {
  role: RoleName;
  reviewsTo: readonly string[];
  isTester: boolean;
}

/** 403 alike for a project that does not exist, is of another cloud, or is not the caller's: a stranger learns nothing. */
async function accessTo(services: Services, caller: Reader, found: ProjectRow | null): Promise<ProjectAccess> {
  const refused = forbidden('Not a member of this project');
  if (found === null || caller.role === null || found.project.cloud_system !== services.cloud) throw refused;
  const membership = await membershipOf(services.db.query, found.id, caller.user.id, caller.role);
  if (membership === null) throw refused;
  const isTester = caller.user.is_test || membership.isTestUser;
  return { ...found, role: caller.role, reviewsTo: membership.reviewsTo, isTester };
}

export const projectByName = async (services: Services, caller: Reader, dbName: string): Promise<ProjectAccess> =>
  accessTo(services, caller, await findProject(services.db.query, { dbName }));

export const projectByKey = async (services: Services, caller: Reader, key: string): Promise<ProjectAccess> =>
  accessTo(services, caller, await findProject(services.db.query, { key }));

export const projectById = async (services: Services, caller: Reader, id: number): Promise<ProjectAccess> =>
  accessTo(services, caller, await findProject(services.db.query, { id }));

/** A study of the project; `field` is what the caller named it by. */
export async function studyIn(services: Services, access: ProjectAccess, studyId: string, field: string): Promise<StudyRecord> {
  const study = await findStudy(services.db.query, access.id, studyId);
  if (study === null) throw notFound(field, 'No such study in this project');
  return study;
}

/** Which work the caller sees (contract/rules/permissions.ts). */
export function workScopeOf(caller: Reader, access: ProjectAccess): WorkScope {
  const visibility = visibilityOf(caller.role);
  if (visibility === 'shared')
    return access.isTester && maySave(caller.role) ? { see: 'tester', userId: caller.user.id } : { see: 'shared' };
  if (visibility === 'own') return { see: 'own', userId: caller.user.id };
  return { see: 'assigned', editors: visibility === 'assigned' ? access.reviewsTo : [] };
}
