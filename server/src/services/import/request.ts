import { type Static, Type } from 'typebox';
import { DataType } from '@echometry/contract/records/data-type.ts';
import { ImportMapping, PacsSelection, PatientChoice } from '@echometry/contract/records/import.ts';
import { Name, Nullable, Strict } from '@echometry/contract/records/strict.ts';

/** What the command line asks of the process that owns the workspace. */
export const ImportRequest = Strict({
  command: Type.Literal('import'),
  /** Absolute path of a folder or ZIP file, or what to take from a PACS. */
  source: Type.Union([Type.String({ minLength: 1 }), Strict({ pacs: Name, selection: PacsSelection })]),
  project: Type.String({ minLength: 1 }),
  data_type: Nullable(DataType),
  into_demo: Type.Boolean(),
  /** Absent: patient ids that stand for nobody are refused. */
  patients: Type.Optional(PatientChoice),
  /** Absent: studies get neither code nor type. */
  mapping: Type.Optional(ImportMapping),
});
export type ImportRequest = Static<typeof ImportRequest>;
