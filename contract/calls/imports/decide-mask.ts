import { Type } from 'typebox';
import { DeviceKey, DeviceMask, PictureMask } from '../../records/device-mask.ts';
import { Name, OneOf, Strict } from '../../records/strict.ts';
import { IMPORTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/**
 * Approves a mask for a device, refuses its files, or lets them wait again. It is made on the version that was looked at; after a
 * decision of another Admin nothing changes and `decided` is false.
 */
export const importsDecideMask = defineCall({
  path: 'imports/decide_mask',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  body: Strict({
    project: Name,
    device: DeviceKey,
    version: Type.Integer({ minimum: 0 }),
    decision: OneOf(['approved', 'refused', 'waiting'] as const),
    mask: PictureMask,
  }),
  answer: Strict({ decided: Type.Boolean(), mask: DeviceMask }),
});
