import { projectByKey } from '../access/project-access.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Services } from '../access/services.ts';

export function projectsGetHandlers(services: Services): Pick<Handlers, 'projectsGet'> {
  const projectsGet: Handlers['projectsGet'] = async ({ id, caller }) => (await projectByKey(services, caller, id)).project;

  return { projectsGet };
}
