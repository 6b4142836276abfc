import { Type } from 'typebox';
import { DeviceKey } from '../../records/device-mask.ts';
import { Name, Nullable, Strict } from '../../records/strict.ts';
import { IMPORTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** A frame of a device as the file has it, with whatever is burned into it. It may show a patient's name and is kept only in memory. */
export const importsMaskSample = defineCall({
  path: 'imports/mask_sample',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  body: Strict({ project: Name, device: DeviceKey, sample: Type.Integer({ minimum: 0, maximum: 1000 }) }),
  answer: Strict({
    /** JPEG in base64; null when it is not held any more. */
    jpeg: Nullable(Type.String()),
    /** Which frame of its file it is, from 1. */
    frame_number: Nullable(Type.Integer({ minimum: 1 })),
  }),
});
