import type { Jobs } from '../src/jobs/jobs.ts';

/** Queues jobs that nobody does. */
export const NO_JOBS: Jobs = {
  wake: () => undefined,
  stop: () => undefined,
  preview: () => Promise.resolve({ columns: [], rows: [], works: 0, complete: true }),
  archive: () => Promise.resolve(null),
};
