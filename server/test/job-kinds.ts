import { IMPORT_KIND } from '../src/db/imports.ts';
import { EXPORT_KIND, SENDING_KIND } from '../src/exports/export-jobs.ts';
import { PREDICTIONS_KIND } from '../src/imports/predictions/predictions-job.ts';
import { RELEASE_KIND } from '../src/releases/release-kind.ts';
import { AGREEMENT_KIND, READERS_KIND, STATISTICS_KIND } from '../src/statistics/project-kinds.ts';

/** All kinds of jobs; job-ids.test.ts compares them with the constants of the server. */
export const JOB_KINDS = [
  EXPORT_KIND,
  SENDING_KIND,
  RELEASE_KIND,
  STATISTICS_KIND,
  AGREEMENT_KIND,
  READERS_KIND,
  IMPORT_KIND,
  PREDICTIONS_KIND,
] as const;
export type JobKind = (typeof JOB_KINDS)[number];
