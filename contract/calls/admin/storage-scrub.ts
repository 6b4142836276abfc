import { Type } from 'typebox';
import { Strict } from '../../records/strict.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Begins to read everything back, or (`run` false) ends it; false when it ran already, or did not run. */
export const storageScrub = defineCall({
  path: 'storage/scrub',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ run: Type.Boolean() }),
  answer: Strict({ changed: Type.Boolean() }),
});
