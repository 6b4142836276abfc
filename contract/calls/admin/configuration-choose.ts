import { Type } from 'typebox';
import { CONFIG_EFFECTS, ConfigEffect, ConfigFault, SetName, SetVersion } from '../../records/configuration.ts';
import { Name, Nullable, Strict } from '../../records/strict.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/**
 * Makes a version current in the workspace (`project` null) or in one project; a null version lets the project follow the
 * workspace again. The engine checks it together with the other sets in force there, and the effects have to be those in
 * `accepted`.
 */
export const configurationChoose = defineCall({
  path: 'configuration/choose',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({
    name: SetName,
    version: Nullable(SetVersion),
    project: Nullable(Name),
    accepted: Type.Array(ConfigEffect, { maxItems: CONFIG_EFFECTS.length }),
  }),
  answer: Type.Union([
    Strict({ outcome: Type.Literal('done') }),
    Strict({ outcome: Type.Literal('asks'), effects: Type.Array(ConfigEffect) }),
    Strict({ outcome: Type.Literal('refused'), faults: Type.Array(ConfigFault) }),
  ]),
});
