import type { ConfigSet } from '../db/config-sets.ts';
import type { ObjectReader } from '../objects/store.ts';
import type { ExportSource } from './export-source.ts';

/** What the files of an export are written from. */
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
