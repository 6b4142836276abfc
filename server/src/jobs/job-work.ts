import type { JobRecord } from '../db/jobs.ts';

/** What the work of a job tells while it goes on. */
export interface JobReports {
  /** Aborted when the job was cancelled, its claim was lost, or the server stops. */
  readonly signal: AbortSignal;
  progress: (done: number, total: number) => void;
  log: (line: string) => void;
}

/** What came out of a job. */
export interface JobResult {
  /** Kept with the job, as JSON. */
  readonly result: unknown;
  /** How many of what, for the audit. */
  readonly counts: Readonly<Record<string, string | number>>;
}

/** Does one kind of job; what it writes before it is done is found by nobody. */
export type JobWork = (job: JobRecord, reports: JobReports) => Promise<JobResult>;

/** A failure that the same work would meet again: it is not tried again, and its sentence is shown to the person. */
export class JobRefusal extends Error {}
