import { ROLE_NAMES } from '../../records/role.ts';
import { UserSettings } from '../../records/user-settings.ts';
import { Name, Strict } from '../../records/strict.ts';
import { defineCall } from '../call.ts';

/** Settings of the person; `user` is one's own e-mail, also for Admin: other users' keys are never returned. */
export const getSettings = defineCall({
  path: 'users/get_settings',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ROLE_NAMES },
  body: Strict({ user: Name }),
  answer: UserSettings,
});
