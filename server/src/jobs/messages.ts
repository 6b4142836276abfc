import { type ExportContents, type ExportRequest } from '@echometry/contract/records/export.ts';
import { type DatabaseLocation } from '../db/connect.ts';
import { type Preview } from './jobs.ts';

/** What the thread of exports is given to do: an archive, or the first rows of one. */
export interface ThreadOrder {
  root: string;
  location: DatabaseLocation;
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
  | { type: 'failed'; message: string };
