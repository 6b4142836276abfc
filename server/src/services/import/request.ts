import { type Static, Type } from 'typebox';
import { PatientChoice } from './patient-choice.ts';
import { DataType } from '@echometry/contract/records/data-type.ts';
import { Nullable, Strict } from '@echometry/contract/records/strict.ts';

/** What the command line asks of the process that owns the workspace. */
export const ImportRequest = Strict({
  command: Type.Literal('import'),
  /** Absolute path of a folder or ZIP file. */
  source: Type.String({ minLength: 1 }),
  project: Type.String({ minLength: 1 }),
  data_type: Nullable(DataType),
  into_demo: Type.Boolean(),
  /** Absent: patient ids that stand for nobody are refused. */
  patients: Type.Optional(PatientChoice),
});
export type ImportRequest = Static<typeof ImportRequest>;
