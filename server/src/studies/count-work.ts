import { isTeamReview } from '@echometry/contract/rules/permissions.ts';
import { type ProjectAccess, projectByKey } from '../access/project-access.ts';
import { projectsOf } from '../db/projects.ts';
import type { Handlers } from '../access/call-route.ts';
import { countRows } from './page.ts';
import { hasTasks, listReader } from './listed.ts';
import { listWhatIsNot } from './studies-list.ts';
import { Problem } from '../errors.ts';
import type { Services } from '../access/services.ts';
import { countTeamStudies } from '../reviews/team-list.ts';

export function countWorkHandlers(services: Services): Pick<Handlers, 'countWork'> {
  const { query } = services.db;

  const countWork: Handlers['countWork'] = async ({ caller }) => {
    /** Null where the caller is a member in other roles only. */
    const accessTo = async (key: string): Promise<ProjectAccess | null> => {
      try {
        return await projectByKey(services, caller, key);
      } catch (error) {
        if (error instanceof Problem && error.body.code === 'forbidden') return null;
        throw error;
      }
    };
    const projects = [];
    for (const { _id } of await projectsOf(query, caller.user.id, services.cloud, caller.projects)) {
      const access = await accessTo(_id);
      if (access === null) continue;
      await listWhatIsNot(services, access);
      const reader = await listReader(services, caller, access, true);
      const total = await countRows(query, reader, {});
      const left = isTeamReview(access.role)
        ? await countTeamStudies(query, access)
        : hasTasks(reader)
          ? await countRows(query, reader, { tasks: true })
          : null;
      projects.push({ project: _id, total, left });
    }
    return { projects };
  };

  return { countWork };
}
