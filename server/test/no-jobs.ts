import type { ExportResults } from '../src/exports/export-jobs.ts';
import type { Jobs } from '../src/jobs/jobs.ts';

/** Queues jobs that are never done. */
export const NO_JOBS: Jobs = { wake: () => undefined, stop: () => undefined };

export const NO_EXPORTS: ExportResults = {
  preview: () =>
    Promise.resolve({ columns: [], rows: [], works: 0, complete: true, left_out: { works: [], total: 0, images: [], examined: 0 } }),
  archive: () => Promise.resolve(null),
};
