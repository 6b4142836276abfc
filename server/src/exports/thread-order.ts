import type { ExportContents, ExportRequest } from '@echometry/contract/records/export.ts';
import type { Dialect } from '../db/dialect.ts';
import type { ObjectsPlace } from '../objects/place.ts';
import type { Preview } from './export-jobs.ts';

/** Orders of the thread of exports: an archive, or the first rows of one. */
export interface ThreadOrder {
  root: string;
  dialect: Dialect;
  objects: ObjectsPlace;
  exportsFolder: string;
  projectId: number;
  project: string;
  request: ExportRequest;
  /** Null for a preview. */
  id: string | null;
}

/** Its result. */
export type ExportOutcome = { type: 'archive'; contents: ExportContents } | { type: 'preview'; preview: Preview };
