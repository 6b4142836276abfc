import { ROLE_NAMES } from '../../records/role.ts';
import { UserSettings } from '../../records/user-settings.ts';
import { Name, Strict } from '../../records/strict.ts';
import { defineCall } from '../call.ts';

/** Stores all settings of the person, replacing what was there; returns them as stored. `user` is one's own e-mail. */
export const updateSettings = defineCall({
  path: 'users/update_settings',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ROLE_NAMES },
  body: Strict({ user: Name, settings: UserSettings }),
  answer: UserSettings,
});
