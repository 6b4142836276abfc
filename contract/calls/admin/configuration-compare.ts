import { Type } from 'typebox';
import { ConfigDifference, SetName, SetVersion } from '../../records/configuration.ts';
import { Strict } from '../../records/strict.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Differences between two versions of a set, definition by definition. */
export const configurationCompare = defineCall({
  path: 'configuration/compare',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ name: SetName, from: SetVersion, to: SetVersion }),
  answer: Strict({ differences: Type.Array(ConfigDifference) }),
});
