import { projectByName } from '../access/project-access.ts';
import type { Handlers } from '../access/call-route.ts';
import { rowsOfProject } from './rows.ts';
import { pageOfStudies } from './studies-list.ts';
import type { Services } from '../access/services.ts';

export function studiesGetHandlers(services: Services): Pick<Handlers, 'studiesGet'> {
  const studiesGet: Handlers['studiesGet'] = async ({ body, caller }) => {
    const access = await projectByName(services, caller, body.db_name);
    const { active } = body.search_query;
    if (body.list !== undefined) return pageOfStudies({ services, caller, access }, body.list, active);
    const rows = await rowsOfProject(services, caller, access, active);
    return { studies: rows.map(({ row }) => row) };
  };

  return { studiesGet };
}
