import { CALLS } from '@echometry/contract/calls/registry.ts';
import { type FastifyInstance } from 'fastify';
import { settingsOf, storeSettings } from '../../db/user-settings.ts';
import { requireOwn } from '../../http/caller.ts';
import { callRoute } from '../../http/call-route.ts';
import { type Services } from '../../services.ts';

export function settingsRoutes(app: FastifyInstance, services: Services): void {
  const { query } = services.db;

  callRoute(app, services, CALLS.getSettings, async ({ body, caller }) => {
    requireOwn(caller, body.user);
    return settingsOf(query, caller.user.id);
  });

  callRoute(app, services, CALLS.updateSettings, async ({ body, caller }) => {
    requireOwn(caller, body.user);
    await storeSettings(query, caller.user.id, body.settings, services.now());
    return settingsOf(query, caller.user.id);
  });
}
