import { Type } from 'typebox';
import { ExportRequest } from '../../records/export.ts';
import { Name, Nullable, Strict } from '../../records/strict.ts';
import { EXPORTING_ROLES } from '../../rules/permissions.ts';
import { defineCall } from '../call.ts';

const Count = Type.Integer({ minimum: 0 });

/** Before an export is made: the first rows of its table of values, computed like the export itself, how much it would hold, and what it would leave out. */
export const exportsPreview = defineCall({
  path: 'exports/preview',
  method: 'POST',
  service: 'custom',
  access: { need: 'role', roles: EXPORTING_ROLES },
  body: Strict({ project: Name, request: ExportRequest }),
  answer: Strict({
    /** Columns of the long table; none for segmentations. */
    columns: Type.Array(Type.String()),
    /** Cells as in the file, unquoted. */
    rows: Type.Array(Type.Array(Type.String())),
    /** Works (a study by one editor) that the filters choose. */
    works: Count,
    /** True when these are all rows there are. */
    complete: Type.Boolean(),
    left_out: Strict({
      /** Whole analyses and reviews, the first of them, and how many there are. */
      works: Type.Array(
        Strict({ study_id: Type.String(), editor: Type.String(), reviewer: Nullable(Type.String()), reason: Type.String() }),
      ),
      total: Count,
      /** Images that a chosen format cannot hold, by reason. */
      images: Type.Array(Strict({ format: Type.String(), reason: Type.String(), count: Count })),
      /** Works that were read for this; the other ones are only looked at by the export. */
      examined: Count,
    }),
  }),
});
