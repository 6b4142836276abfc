import { settingsOf, storeSettings } from '../db/user-settings.ts';
import { requireOwn } from '../access/read-caller.ts';
import type { Handlers } from '../access/call-route.ts';
import type { Services } from '../access/services.ts';

export function settingsHandlers(services: Services): Pick<Handlers, 'getSettings' | 'updateSettings'> {
  const { query } = services.db;

  const getSettings: Handlers['getSettings'] = async ({ body, caller }) => {
    requireOwn(caller, body.user);
    return settingsOf(query, caller.user.id);
  };

  const updateSettings: Handlers['updateSettings'] = async ({ body, caller }) => {
    requireOwn(caller, body.user);
    await storeSettings(query, caller.user.id, body.settings, services.now());
    return settingsOf(query, caller.user.id);
  };

  return { getSettings, updateSettings };
}
