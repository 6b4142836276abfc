import { Type } from 'typebox';
import { Name, Strict } from '../../records/strict.ts';
import { IMPORTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Where imports may come from and go to in this installation. */
export const importsSources = defineCall({
  path: 'imports/sources',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  body: Strict({}),
  answer: Strict({
    projects: Type.Array(Strict({ _id: Name, name_to_show: Type.String(), data_type: Type.String() })),
    /** Names of configured folders and PACS. */
    folders: Type.Array(Name),
    pacs: Type.Array(Name),
    /** Files can be sent from the browser; not where several servers share the workspace. */
    uploads: Type.Boolean(),
    /** This is a demo workspace, which takes real files only on purpose. */
    demo: Type.Boolean(),
  }),
});
