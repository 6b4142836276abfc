import type { AdministrationServices } from './services.ts';
import { acceptTermsHandlers } from './accept-terms.ts';
import { actAsHandlers } from './act-as.ts';
import { auditHandlers } from './audit.ts';
import { configGetHandlers } from './config-get.ts';
import { configurationHandlers } from './configuration-calls.ts';
import { administeredJobHandlers } from './jobs.ts';
import { peopleHandlers } from './people.ts';
import { projectsGetHandlers } from './projects-get.ts';
import { projectsHandlers } from './projects.ts';
import { settingsHandlers } from './settings.ts';
import { storageHandlers } from './storage.ts';
import { usersGetHandlers } from './users-get.ts';

/** Handlers of the calls of the administration, and of roles and settings. */
export const handlersOfAdministration = (services: AdministrationServices) => ({
  ...configGetHandlers(services),
  ...usersGetHandlers(services),
  ...acceptTermsHandlers(services),
  ...actAsHandlers(services),
  ...projectsGetHandlers(services),
  ...settingsHandlers(services),
  ...peopleHandlers(services),
  ...configurationHandlers(services),
  ...administeredJobHandlers(services),
  ...storageHandlers(services),
  ...auditHandlers(services),
  ...projectsHandlers(services),
});
