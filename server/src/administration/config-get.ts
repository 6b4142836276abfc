import { currentConfigSet } from '../db/config-sets.ts';
import { findProject } from '../db/projects.ts';
import type { Handlers } from '../access/call-route.ts';
import { mayUse, NOT_BY_TOKEN } from '../access/project-access.ts';
import { forbidden, notFound } from '../errors.ts';
import type { Services } from '../access/services.ts';

export function configGetHandlers(services: Services): Pick<Handlers, 'configGet'> {
  const { query } = services.db;

  const configGet: Handlers['configGet'] = async ({ body, caller }) => {
    // Without a project, or with one that is not there, the choice of the workspace holds.
    const project = body.db_name === undefined ? null : await findProject(query, { dbName: body.db_name });
    if (project !== null && !mayUse(caller, project.id)) throw forbidden(NOT_BY_TOKEN);
    const set = await currentConfigSet(query, body.config, project?.id ?? null);
    if (set === null) throw notFound('config', 'This configuration set was not shipped');
    return [set];
  };

  return { configGet };
}
