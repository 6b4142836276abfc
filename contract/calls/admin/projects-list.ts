import { Type } from 'typebox';
import { AdministeredProject } from '../../records/administered-project.ts';
import { Name, Strict } from '../../records/strict.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Every project of the workspace with its version, independent of membership, and the name of this cloud. */
export const projectsList = defineCall({
  path: 'projects/list',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({}),
  answer: Strict({ cloud: Name, projects: Type.Array(AdministeredProject) }),
});
