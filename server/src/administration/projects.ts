import { projectChanges } from '@echometry/contract/rules/project-changes.ts';
import { newProject } from '@echometry/contract/rules/new-project.ts';
import { createProjectOnce } from './create-project.ts';
import { faultsOf } from './known-types.ts';
import { impactOf } from './project-impact.ts';
import { workReader } from './project-states.ts';
import { saveProject } from './save-project.ts';
import { findProject, type ProjectRow } from '../db/projects.ts';
import { projectsWithVersions, versionsOfProject } from '../db/project-versions.ts';
import type { Handlers } from '../access/call-route.ts';
import { notFound, Refusal } from '../errors.ts';
import type { Services } from '../access/services.ts';

/** Versions that are listed at most. */
const LISTED_VERSIONS = 100;

type ProjectCalls = 'projectsList' | 'projectsImpact' | 'projectsSave' | 'projectsCreate' | 'projectsVersions';

export function projectsHandlers(services: Services): Pick<Handlers, ProjectCalls> {
  const { db } = services;
  const readWorks = workReader();

  const rowOf = async (key: string): Promise<ProjectRow> => {
    const row = await findProject(db.query, { key });
    if (row === null) throw notFound('project', 'There is no such project');
    return row;
  };

  const projectsList: Handlers['projectsList'] = async () => ({
    cloud: services.cloud,
    projects: await projectsWithVersions(db.query),
  });

  const projectsImpact: Handlers['projectsImpact'] = async ({ body: { project } }) => {
    const row = await rowOf(project._id);
    return {
      faults: await faultsOf(db.query, row, project),
      impact: impactOf(await readWorks(db.query, row.id), row.project, project),
    };
  };

  const projectsSave: Handlers['projectsSave'] = async ({ body: { project, base_version, accepted }, caller }) => {
    const row = await rowOf(project._id);
    return saveProject(db, readWorks, {
      row,
      project,
      baseVersion: base_version,
      accepted,
      faults: await faultsOf(db.query, row, project),
      by: { userId: caller.user.id, email: caller.user.person.email, role: caller.role },
      now: services.now(),
    });
  };

  const projectsCreate: Handlers['projectsCreate'] = async ({ body: { key, name_to_show, data_type }, caller }) => {
    const project = newProject(key, { name_to_show, data_type, cloud_system: services.cloud });
    try {
      await createProjectOnce(db, project, { actor: { userId: caller.user.id, role: caller.role }, now: services.now() });
    } catch (error) {
      if (error instanceof Refusal) return { outcome: 'refused', faults: [{ field: 'key', message: error.message }] };
      throw error;
    }
    return { outcome: 'made' };
  };

  const projectsVersions: Handlers['projectsVersions'] = async ({ body }) => {
    const versions = await versionsOfProject(db.query, (await rowOf(body.project)).id, LISTED_VERSIONS + 1);
    return {
      versions: versions.slice(0, LISTED_VERSIONS).map(({ project, ...saving }, at) => {
        const before = versions[at + 1];
        return { ...saving, changes: before === undefined ? null : projectChanges(before.project, project) };
      }),
    };
  };

  return { projectsList, projectsImpact, projectsSave, projectsCreate, projectsVersions };
}
