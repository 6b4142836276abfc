import type { Transaction } from 'kysely';
import type { JobRecord } from '../db/jobs.ts';
import type { Database } from '../db/schema.ts';

/** Reports of a job during its work. */
export interface JobReports {
  /** Aborted when the job was cancelled, its claim was lost, or the server stops. */
  readonly signal: AbortSignal;
  progress: (done: number, total: number) => void;
  log: (line: string) => void;
}

/** Further effects of the end of a job: stored with it in one transaction, or not at all when the claim was lost. */
export type WithEnd = (inside: Transaction<Database>) => Promise<void>;

/** Result of a job. */
export interface JobResult {
  /** Kept with the job, as JSON. */
  readonly result: unknown;
  /** How many of what, for the audit. */
  readonly counts: Readonly<Record<string, string | number>>;
  readonly withEnd?: WithEnd;
}

/** Does one kind of job; its output is invisible until it is done. */
export type JobWork = (job: JobRecord, reports: JobReports) => Promise<JobResult>;

/** A failure that the same work would meet again: it is not tried again, and its sentence is shown to the person. */
export class JobRefusal extends Error {
  constructor(
    message: string,
    readonly withEnd?: WithEnd,
  ) {
    super(message);
  }
}
