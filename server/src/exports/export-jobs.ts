import type { Readable } from 'node:stream';
import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import type { exportsPreview } from '@echometry/contract/calls/exports.ts';
import type { ExportRequest } from '@echometry/contract/records/export.ts';

/** The kind of jobs that export. */
export const EXPORT_KIND = 'export';

/** The kind of jobs that send objects of an export to a PACS. */
export const SENDING_KIND = 'sending';

/** The first rows of an export, and how much it would hold. */
export type Preview = AnswerOf<typeof exportsPreview>;

/** Subject and person of a preview: a newer one of the same person takes its place. */
export interface PreviewOrder {
  userId: number;
  projectId: number;
  project: string;
  request: ExportRequest;
}

export interface ArchiveBytes {
  size: number;
  read: () => Readable;
}

/** Results of exports, as calls see them. */
export interface ExportResults {
  /** The first rows of an export. */
  preview: (order: PreviewOrder) => Promise<Preview>;
  /** The archive of a job; null when it is not there. */
  archive: (id: string) => Promise<ArchiveBytes | null>;
}
