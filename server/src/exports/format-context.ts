import type { ConfigSet } from '../db/config-sets.ts';
import type { ObjectReader } from '../objects/store.ts';
import type { ExportSource } from './export-source.ts';

/** Source of the files of an export. */
export interface FormatContext {
  source: ExportSource;
  /** For files that are gone when the export is made. */
  scratch: string;
  objects: ObjectReader;
  imageTypes: ConfigSet;
  schema: unknown;
  /** When the export is made. */
  at: Date;
}
