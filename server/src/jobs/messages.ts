import { type ExportContents, type ExportRequest } from '@echometry/contract/records/export.ts';
import { type Dialect } from '../db/dialect.ts';
import { type RemoteQuery } from '../db/remote.ts';
import { type Preview } from './jobs.ts';

/** What the thread of exports is given to do: an archive, or the first rows of one. */
export interface ThreadOrder {
  root: string;
  dialect: Dialect;
  objectsFolder: string;
  exportsFolder: string;
  projectId: number;
  project: string;
  request: ExportRequest;
  /** Null for a preview. */
  id: string | null;
}

/** What it tells. */
export type ThreadMessage =
  | { type: 'progress'; done: number; total: number }
  | { type: 'log'; line: string }
  | { type: 'archive'; contents: ExportContents }
  | { type: 'preview'; preview: Preview }
  | { type: 'failed'; message: string }
  | { type: 'query'; number: number; query: RemoteQuery };

/** What it is told: rows of a query, or why there are none. */
export type ThreadAnswer = { number: number; rows: unknown[] } | { number: number; error: string };
