import { Type } from 'typebox';
import { AdministeredPerson, Invitation } from '../../records/people.ts';
import { Name, Strict } from '../../records/strict.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Everybody with an account, disabled people and models too, and the invitations that wait. */
export const peopleList = defineCall({
  path: 'people/list',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({}),
  answer: Strict({
    people: Type.Array(AdministeredPerson),
    invitations: Type.Array(Invitation),
    projects: Type.Array(Strict({ _id: Name, name_to_show: Type.String() })),
    /** A mail server is configured, so that invitations can be sent. */
    mail: Type.Boolean(),
  }),
});
