import { Type } from 'typebox';
import { Project } from '../../records/project.ts';
import { ROLE_NAMES } from '../../records/role.ts';
import { defineCall } from '../call.ts';

/** One project of this cloud the user is a member of. */
export const projectsGet = defineCall({
  path: 'projects/get/{id}',
  method: 'GET',
  service: 'admin',
  access: { need: 'role', roles: ROLE_NAMES },
  body: Type.Null(),
  answer: Project,
});
