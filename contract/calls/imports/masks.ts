import { Type } from 'typebox';
import { DeviceMask } from '../../records/device-mask.ts';
import { Strict } from '../../records/strict.ts';
import { IMPORTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Devices of all projects that black out burned-in text, those that wait for a mask first. */
export const importsMasks = defineCall({
  path: 'imports/masks',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  body: Strict({}),
  answer: Strict({ masks: Type.Array(DeviceMask) }),
});
