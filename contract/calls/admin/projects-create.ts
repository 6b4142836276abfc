import { Type } from 'typebox';
import { ProjectFault } from '../../records/administered-project.ts';
import { DataType } from '../../records/data-type.ts';
import { Name, Strict } from '../../records/strict.ts';
import { MAX_PROJECT_KEY, PROJECT_KEY } from '../../rules/new-project.ts';
import { ADMINISTERING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Makes an empty project with the defaults of `npm run admin -- create-project`, whose only member is the caller. */
export const projectsCreate = defineCall({
  path: 'projects/create',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ key: Type.String({ pattern: PROJECT_KEY, maxLength: MAX_PROJECT_KEY }), name_to_show: Name, data_type: DataType }),
  answer: Type.Union([
    Strict({ outcome: Type.Literal('made') }),
    Strict({ outcome: Type.Literal('refused'), faults: Type.Array(ProjectFault) }),
  ]),
});
