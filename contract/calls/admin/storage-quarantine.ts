import { Type } from 'typebox';
import { Nullable, OneOf, Strict } from '../../records/strict.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Brings objects back from the quarantine (`key` null: all), or removes for good what has been there for its time. */
export const storageQuarantine = defineCall({
  path: 'storage/quarantine',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ action: OneOf(['restore', 'purge'] as const), key: Nullable(Type.String({ pattern: '^[0-9a-f]{64}$' })) }),
  answer: Strict({ objects: Type.Integer({ minimum: 0 }), bytes: Type.Integer({ minimum: 0 }) }),
});
