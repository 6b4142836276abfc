import { randomUUID } from 'node:crypto';
import { recordAct } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import { claimJob, endJob, type JobRecord, type Lease, outputOf, releaseJob, renewLease, requeueRunningJobs } from '../db/jobs.ts';
import { nameless, StoreUnavailable } from '../errors.ts';
import { JobLog } from './job-log.ts';
import { JobRefusal, type JobReports, type JobResult, type JobWork, type WithEnd } from './job-work.ts';
import {
  JOBS_AT_ONCE,
  LEASE_MS,
  LOOK_MS,
  MAX_ATTEMPTS,
  MAX_FAILURES,
  PROGRESS_MS,
  RENEW_MS,
  RETRY_WAITS_MS,
  STORE_WAIT_MS,
} from './limits.ts';

export interface RunnerOptions {
  db: Db;
  /** Work of each kind of job. */
  work: Readonly<Record<string, JobWork>>;
  /** Other servers work at jobs of the same workspace: theirs are left to them until their claim runs out. */
  shared?: boolean;
  now: () => number;
  /** Called after a job has ended; its owner is notified then. */
  onEnd: () => void;
  /** Failures that no person can help. */
  complain: (line: string) => void;
}

export interface Runner {
  /** Looks for work at once. */
  wake: () => void;
  /** Ends the work at a job that was cancelled. */
  stop: (id: string) => void;
  /** Ends all work; what was not done waits for the next start. */
  close: () => Promise<void>;
}

/** A claimed job while it is worked at. */
interface Running {
  record: JobRecord;
  log: JobLog;
  stop: AbortController;
  done: number;
  total: number | null;
}

interface Outcome {
  failure: string | null;
  result: JobResult | null;
  withEnd?: WithEnd;
}

const GIVEN_UP = `This job was started ${MAX_ATTEMPTS} times and never completed (server restart or object store not available). Contact your administrator.`;

/**
 * Works at queued jobs, oldest first. Each is claimed for a minute and the claim renewed while it runs; a server that loses the
 * claim stops, and its results are dropped. Where this process owns the workspace exclusively, claims of an earlier one are void.
 */
export async function startJobs(options: RunnerOptions): Promise<Runner> {
  if (options.shared !== true) await requeueRunningJobs(options.db.query);
  return new JobRunner(options);
}

class JobRunner implements Runner {
  readonly #options: RunnerOptions;
  readonly #holder = randomUUID();
  readonly #running = new Map<string, { job: Running; ended: Promise<void> }>();
  readonly #closing = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#timer = setInterval(this.wake, LOOK_MS);
    this.#timer.unref();
    this.wake();
  }

  // One look after the other, so that no more jobs run than may.
  readonly wake = (): void => {
    this.#looking = this.#looking
      .then(() => this.#claimAll())
      .catch((error: unknown) => this.#options.complain(`looking for jobs: ${String(error)}`));
  };

  readonly stop = (id: string): void => this.#running.get(id)?.job.stop.abort();

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#looking;
    const running = [...this.#running.values()];
    for (const { job } of running) job.stop.abort();
    await Promise.all(running.map(({ ended }) => ended));
  }

  async #claimAll(): Promise<void> {
    const { db, work, now } = this.#options;
    while (this.#running.size < JOBS_AT_ONCE && !this.#closing.signal.aborted) {
      // One of each kind at a time: a long export holds back no short work.
      const atWork = new Set([...this.#running.values()].map(({ job }) => job.record.kind));
      const kinds = Object.keys(work).filter((kind) => !atWork.has(kind));
      const busy = [...this.#running.keys()];
      const record = await claimJob(db.query, db.dialect, { kinds, lease: this.#lease(), now: now(), busy });
      if (record === undefined) return;
      this.#begin(record);
    }
  }

  #begin(record: JobRecord): void {
    const log = new JobLog(record.log, this.#options.now);
    const job: Running = { record, log, stop: new AbortController(), done: 0, total: record.total };
    const ended = this.#perform(job)
      .catch((error: unknown) => this.#options.complain(`job ${record.id}: ${nameless(error)}`))
      .finally(() => {
        this.#running.delete(record.id);
        this.wake();
      });
    this.#running.set(record.id, { job, ended });
  }

  async #perform(job: Running): Promise<void> {
    const { record, log, stop } = job;
    const work = this.#options.work[record.kind];
    if (work === undefined) throw new Error(`Nothing does jobs of the kind ${record.kind}`);
    log.add(`started, attempt ${record.attempts}`);
    if (record.attempts > MAX_ATTEMPTS) return this.#end(job, 'error', { failure: GIVEN_UP, result: null });
    const timer = setInterval(() => this.#renewMeanwhile(job, 'claim'), RENEW_MS);
    try {
      const result = await work(record, this.#reportsOf(job));
      await this.#renew(job);
      if (!stop.signal.aborted) await this.#end(job, 'finished', { failure: null, result, withEnd: result.withEnd });
    } catch (error) {
      if (!stop.signal.aborted) await this.#fail(job, error);
      else if (this.#closing.signal.aborted) await this.#release(job, { notBefore: 0, failed: false });
    } finally {
      clearInterval(timer);
    }
  }

  /** Takes what the work reports; the records hear of it now and then. */
  #reportsOf(job: Running): JobReports {
    const { now } = this.#options;
    let stored = 0;
    const report = (): void => {
      if (now() - stored < PROGRESS_MS) return;
      stored = now();
      this.#renewMeanwhile(job, 'progress');
    };
    return {
      signal: job.stop.signal,
      progress: (done, total) => {
        [job.done, job.total] = [done, total];
        report();
      },
      log: (line) => {
        job.log.add(line);
        report();
      },
    };
  }

  #lease(): Lease {
    return { holder: this.#holder, until: this.#options.now() + LEASE_MS };
  }

  async #renew(job: Running): Promise<void> {
    const { record, done, total, log } = job;
    const kept = await renewLease(this.#options.db.query, record.id, this.#lease(), { done, total, log: log.lines });
    if (!kept) job.stop.abort();
  }

  /** Renews the claim while the work runs; a failure is only logged. */
  #renewMeanwhile(job: Running, what: 'claim' | 'progress'): void {
    this.#renew(job).catch((error: unknown) => this.#options.complain(`${what} of job ${job.record.id}: ${String(error)}`));
  }

  async #release({ record, log }: Running, { notBefore, failed }: { notBefore: number; failed: boolean }): Promise<void> {
    await releaseJob(this.#options.db.query, record.id, this.#holder, { notBefore, failed, log: log.lines });
  }

  async #fail(job: Running, error: unknown): Promise<void> {
    const { record, log } = job;
    const { now, complain } = this.#options;
    const message = nameless(error);
    const isAway = error instanceof StoreUnavailable;
    if (error instanceof JobRefusal || (!isAway && record.failures + 1 >= MAX_FAILURES)) {
      log.add(`failed: ${message}`);
      if (!(error instanceof JobRefusal)) complain(`job ${record.id} failed: ${message}`);
      return this.#end(job, 'error', { failure: message, result: null, withEnd: error instanceof JobRefusal ? error.withEnd : undefined });
    }
    if (isAway) {
      log.add(`waits: ${message}`);
      return this.#release(job, { notBefore: now() + STORE_WAIT_MS, failed: false });
    }
    const wait = RETRY_WAITS_MS[record.failures] ?? 0;
    log.add(`failed: ${message}; tried again in ${wait / 1000} s`);
    return this.#release(job, { notBefore: now() + wait, failed: true });
  }

  async #end(job: Running, state: 'finished' | 'error', outcome: Outcome): Promise<void> {
    const { record, log } = job;
    const { db, now, onEnd } = this.#options;
    if (state === 'finished') log.addOutput(outputOf(record));
    const at = now();
    const kept = await db.query.transaction().execute(async (inside) => {
      const ended = await endJob(inside, record.id, this.#holder, {
        state,
        failure: outcome.failure,
        log: log.lines,
        result: outcome.result?.result ?? null,
        now: at,
      });
      if (!ended) return false;
      await outcome.withEnd?.(inside);
      await recordAct(inside, db.dialect, {
        at,
        actorId: record.owner_id,
        role: record.role,
        act: `${record.kind}-${state}`,
        studyId: null,
        subject: record.id,
        detail: { project: record.project_id, ...outcome.result?.counts },
      });
      return true;
    });
    if (kept) onEnd();
  }
}
