import { Type } from 'typebox';
import { DeviceMask } from '../../records/device-mask.ts';
import { Strict } from '../../records/strict.ts';
import { IMPORTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Devices of all projects whose burned-in text is blacked out; waiting masks come first. */
export const importsMasks = defineCall({
  path: 'imports/masks',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  body: Strict({}),
  answer: Strict({ masks: Type.Array(DeviceMask) }),
});
