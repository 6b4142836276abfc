import { Type } from 'typebox';
import { ProjectFault, ProjectImpact } from '../../records/administered-project.ts';
import { Project } from '../../records/project.ts';
import { Strict } from '../../records/strict.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Effects of a project, as it might be saved, on its studies. Nothing is changed. */
export const projectsImpact = defineCall({
  path: 'projects/impact',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ project: Project }),
  answer: Strict({ faults: Type.Array(ProjectFault), impact: ProjectImpact }),
});
