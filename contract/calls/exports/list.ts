import { Type } from 'typebox';
import { ExportRecord } from '../../records/export.ts';
import { Name, Strict } from '../../records/strict.ts';
import { EXPORTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** One's own exports of a project, the newest first, and how many more may be under way. */
export const exportsList = defineCall({
  path: 'exports/list',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: EXPORTING_ROLES },
  body: Strict({ project: Name }),
  answer: Strict({
    exports: Type.Array(ExportRecord),
    /** Own exports that wait or run, of all projects, and how many may. */
    under_way: Type.Integer({ minimum: 0 }),
    limit: Type.Integer({ minimum: 1 }),
    /** Days that an archive is kept. */
    kept_days: Type.Integer({ minimum: 1 }),
    /** Study types that occur in the project. */
    study_types: Type.Array(Type.String()),
  }),
});
