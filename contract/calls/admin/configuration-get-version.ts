import { Type } from 'typebox';
import { SetName, SetVersion } from '../../records/configuration.ts';
import { Strict } from '../../records/strict.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** The rows of one version, as they are stored: what is downloaded, changed and brought back as the next version. */
export const configurationGetVersion = defineCall({
  path: 'configuration/get_version',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ name: SetName, version: SetVersion }),
  answer: Strict({ name: SetName, version: SetVersion, sha256: Type.String(), data: Type.Array(Type.Unknown()) }),
});
