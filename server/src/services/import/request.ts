import { type Static, Type } from 'typebox';
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
});
export type ImportRequest = Static<typeof ImportRequest>;
