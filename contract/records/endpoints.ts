import { Type, type Static } from 'typebox';
import { Inactivity } from './inactivity.ts';
import { Name, Strict } from './strict.ts';

/** The static file fetched before anything else (docs/specification.md#platform-7): where the services are and which cloud this is. */
export const ENDPOINTS_PATH = '/config/endpoints.json';

/** Address prefix of each service, ending in a slash. */
export const Services = Strict({ custom: Type.String(), admin: Type.String(), auth: Type.String() });
export type Services = Static<typeof Services>;

/** The server writes the services into the page in place of this, so that the first calls need not wait for the file. */
export const SERVICES_PLACEHOLDER = '__SERVICES__';

export const Endpoints = Strict({
  cloud: Name,
  services: Services,
  /** People may sign in at a foreign service, which cuts a window from the page that opened it: such a window cannot be watched. */
  foreign_sign_in: Type.Boolean(),
  /** When an Editor who changes nothing is sent home (docs/specification.md#platform-4). */
  inactivity: Inactivity,
});
export type Endpoints = Static<typeof Endpoints>;
