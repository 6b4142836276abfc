import { isTeamReview } from '@echometry/contract/rules/permissions.ts';
import { projectsOfCaller } from '../access/project-access.ts';
import type { Handlers } from '../access/call-route.ts';
import { countRows } from './page.ts';
import { hasTasks, listReader } from './listed.ts';
import { listWhatIsNot } from './studies-list.ts';
import type { Services } from '../access/services.ts';
import { countTeamStudies } from '../reviews/team-list.ts';

export function countWorkHandlers(services: Services): Pick<Handlers, 'countWork'> {
  const { query } = services.db;

  const countWork: Handlers['countWork'] = async ({ caller }) => {
    const projects = [];
    for (const access of await projectsOfCaller(services, caller)) {
      await listWhatIsNot(services, access);
      const reader = await listReader(services, caller, access, true);
      const total = await countRows(query, reader, {});
      const left = isTeamReview(access.role)
        ? await countTeamStudies(query, access)
        : hasTasks(reader)
          ? await countRows(query, reader, { tasks: true })
          : null;
      projects.push({ project: access.project._id, total, left });
    }
    return { projects };
  };

  return { countWork };
}
