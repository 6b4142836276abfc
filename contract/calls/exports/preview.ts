import { Type } from 'typebox';
import { ExportRequest } from '../../records/export.ts';
import { Name, Strict } from '../../records/strict.ts';
import { EXPORTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** The first rows of an export of measurements before it is made, computed like the export itself; and how much it would hold. */
export const exportsPreview = defineCall({
  path: 'exports/preview',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: EXPORTING_ROLES },
  body: Strict({ project: Name, request: ExportRequest }),
  answer: Strict({
    columns: Type.Array(Type.String()),
    /** Cells as they stand in the file, unquoted. */
    rows: Type.Array(Type.Array(Type.String())),
    /** Works (a study by one editor) that the filters choose. */
    works: Type.Integer({ minimum: 0 }),
    /** True when these are all rows there are. */
    complete: Type.Boolean(),
  }),
});
