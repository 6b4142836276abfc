import { Type } from 'typebox';
import { ProjectVersion } from '../../records/administered-project.ts';
import { Name, Strict } from '../../records/strict.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Versions of a project, the newest first, with author and changes. */
export const projectsVersions = defineCall({
  path: 'projects/versions',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ project: Name }),
  answer: Strict({ versions: Type.Array(ProjectVersion) }),
});
