import type { ExportResults } from '../src/exports/export-jobs.ts';
import type { Jobs } from '../src/jobs/jobs.ts';
import type { Deliveries } from '../src/webhooks/deliver.ts';

/** Queues jobs that are never done. */
export const NO_JOBS: Jobs = { wake: () => undefined, stop: () => undefined };

/** Sends nothing to webhooks. */
export const NO_DELIVERIES: Deliveries = { wake: () => undefined };

export const NO_EXPORTS: ExportResults = {
  preview: () =>
    Promise.resolve({ columns: [], rows: [], works: 0, complete: true, left_out: { works: [], total: 0, images: [], examined: 0 } }),
  archive: () => Promise.resolve(null),
};
