import { Type } from 'typebox';
import { AdministeredSet } from '../../records/configuration.ts';
import { Name, Strict } from '../../records/strict.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Every set with its versions, which of them is current where, and how many studies used which. */
export const configurationList = defineCall({
  path: 'configuration/list',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({}),
  answer: Strict({ sets: Type.Array(AdministeredSet), projects: Type.Array(Strict({ _id: Name, name_to_show: Type.String() })) }),
});
