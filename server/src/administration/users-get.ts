import { roleConfigOf } from '@echometry/contract/rules/roles.ts';
import { projectsOf } from '../db/projects.ts';
import { acceptedTerms, findUser, rolesOf } from '../db/users.ts';
import { requireSelf } from '../access/read-caller.ts';
import type { Handlers } from '../access/call-route.ts';
import { notFound } from '../errors.ts';
import type { AdministrationServices } from './services.ts';

export function usersGetHandlers(services: AdministrationServices): Pick<Handlers, 'usersGet'> {
  const usersGet: Handlers['usersGet'] = async ({ id, caller }) => {
    requireSelf(caller, id);
    const { query } = services.db;
    const user = await findUser(query, id);
    if (user === null) throw notFound('id', 'No such user');
    return {
      ...user.person,
      user_role: (await rolesOf(query, user.id)).map((role) => roleConfigOf(role, services.config.roleAddresses)),
      projects: await projectsOf(query, user.id, services.cloud, caller.projects),
      accepted_terms_of_use: await acceptedTerms(query, user.id),
    };
  };

  return { usersGet };
}
