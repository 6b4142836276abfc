import { Type } from 'typebox';
import { ConfigDifference, ConfigFault, MAX_SET_BYTES, SetName, SetRows, SetVersion } from '../../records/configuration.ts';
import { Strict } from '../../records/strict.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/**
 * Adds a version of a set after the contract and the engine found nothing wrong with it; it is not current before it is
 * chosen. With `dry_run` nothing is stored. Content that is stored already is that version.
 */
export const configurationAdd = defineCall({
  path: 'configuration/add',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ name: SetName, data: SetRows, dry_run: Type.Boolean() }),
  answer: Type.Union([
    Strict({ outcome: Type.Literal('added'), version: SetVersion }),
    Strict({ outcome: Type.Literal('known'), version: SetVersion }),
    /** Nothing is wrong; the differences are those from the version that is current in the workspace. */
    Strict({ outcome: Type.Literal('right'), current: SetVersion, differences: Type.Array(ConfigDifference) }),
    Strict({ outcome: Type.Literal('refused'), faults: Type.Array(ConfigFault) }),
  ]),
  maxBodyBytes: MAX_SET_BYTES,
});
