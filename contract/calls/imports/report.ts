import { Type } from 'typebox';
import { JobId } from '../../records/export.ts';
import { IMPORT_OUTCOMES, ImportedFile, ImportRecord } from '../../records/import.ts';
import { Nullable, OneOf, Strict } from '../../records/strict.ts';
import { IMPORTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

/** Files of one page of a report at most. */
export const MAX_REPORT_ROWS = 5000;

/** An import and what became of its files, in their order. */
export const importsReport = defineCall({
  path: 'imports/report',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: IMPORTING_ROLES },
  body: Strict({
    id: JobId,
    outcome: Nullable(OneOf(IMPORT_OUTCOMES)),
    offset: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
    limit: Type.Integer({ minimum: 1, maximum: MAX_REPORT_ROWS }),
  }),
  answer: Strict({ import: ImportRecord, files: Type.Array(ImportedFile), total: Type.Integer({ minimum: 0 }) }),
});
