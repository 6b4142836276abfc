import { type Static, Type } from 'typebox';
import { DataType } from '@echometry/contract/records/data-type.ts';
import { ImportMapping, MappingRow, MAX_MAPPING_ROWS, PacsSelection, PatientChoice } from '@echometry/contract/records/import.ts';
import { Name, Nullable, Strict } from '@echometry/contract/records/strict.ts';

/** Rows of a mapping in one line: the owner reads a line in a few ms, and responds to others in between. */
export const ROWS_OF_A_LINE = 1000;
const MAX_MAPPING_LINES = Math.ceil(MAX_MAPPING_ROWS / ROWS_OF_A_LINE);
export const MappingLine = Type.Array(MappingRow, { minItems: 1, maxItems: ROWS_OF_A_LINE });

/** Request of the command line to the process that owns the workspace. */
export const ImportRequest = Strict({
  command: Type.Literal('import'),
  /** Absolute path of a folder or ZIP file, or what to take from a PACS. */
  source: Type.Union([Type.String({ minLength: 1 }), Strict({ pacs: Name, selection: PacsSelection })]),
  project: Type.String({ minLength: 1 }),
  data_type: Nullable(DataType),
  into_demo: Type.Boolean(),
  /** Absent: patient ids that identify no person are refused. */
  patients: Type.Optional(PatientChoice),
  /** Absent: studies get neither code nor type. */
  mapping: Type.Optional(ImportMapping),
  /** Lines of further rows of the mapping that follow the request (cli/control/request-lines.ts). */
  mapping_lines: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_MAPPING_LINES })),
});
export type ImportRequest = Static<typeof ImportRequest>;
