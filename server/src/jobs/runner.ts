import { randomUUID } from 'node:crypto';
import { recordAct } from '../db/audit.ts';
import type { Db } from '../db/connect.ts';
import { claimJob, endJob, type JobRecord, type Lease, outputOf, releaseJob, renewLease, requeueRunningJobs } from '../db/jobs.ts';
import { nameless, StoreUnavailable } from '../errors.ts';
import { JobLog } from './job-log.ts';
import { JobRefusal, type JobResult, type JobWork, type WithEnd } from './job-work.ts';
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
  job: JobRecord;
  lease: Lease;
  log: JobLog;
  stop: AbortController;
  done: number;
  total: number | null;
}

const GIVEN_UP = `This job was started ${MAX_ATTEMPTS} times and never completed (server restart or object store not available). Contact your administrator.`;

/**
 * Works at queued jobs, oldest first. Each is claimed for a minute and the claim renewed while it runs; a server that loses the
 * claim stops, and its results are dropped. Where this process owns the workspace exclusively, claims of an earlier one are void.
 */
export async function startJobs(options: RunnerOptions): Promise<Runner> {
  const { db, now } = options;
  const holder = randomUUID();
  const running = new Map<string, Promise<void>>();
  const stops = new Map<string, AbortController>();
  const kindsRunning = new Map<string, string>();
  const closing = new AbortController();
  let looking: Promise<void> = Promise.resolve();
  if (options.shared !== true) await requeueRunningJobs(db.query);

  const lease = (): Lease => ({ holder, until: now() + LEASE_MS });

  const renew = async (job: Running): Promise<void> => {
    job.lease = lease();
    const kept = await renewLease(db.query, job.job.id, job.lease, { done: job.done, total: job.total, log: job.log.lines });
    if (!kept) job.stop.abort();
  };

  const end = async (
    job: Running,
    state: 'finished' | 'error',
    outcome: { failure: string | null; result: JobResult | null; withEnd?: WithEnd },
  ): Promise<void> => {
    const { job: record, log } = job;
    if (state === 'finished') log.addOutput(outputOf(record));
    const at = now();
    const kept = await db.query.transaction().execute(async (inside) => {
      const ended = await endJob(inside, record.id, holder, {
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
    if (kept) options.onEnd();
  };

  const failed = async (job: Running, error: unknown): Promise<void> => {
    const { job: record, log } = job;
    const message = nameless(error);
    const isAway = error instanceof StoreUnavailable;
    if (error instanceof JobRefusal || (!isAway && record.failures + 1 >= MAX_FAILURES)) {
      log.add(`failed: ${message}`);
      if (!(error instanceof JobRefusal)) options.complain(`job ${record.id} failed: ${message}`);
      return end(job, 'error', { failure: message, result: null, withEnd: error instanceof JobRefusal ? error.withEnd : undefined });
    }
    if (isAway) {
      log.add(`waits: ${message}`);
      await releaseJob(db.query, record.id, holder, { notBefore: now() + STORE_WAIT_MS, failed: false, log: log.lines });
      return;
    }
    const wait = RETRY_WAITS_MS[record.failures] ?? 0;
    log.add(`failed: ${message}; tried again in ${wait / 1000} s`);
    await releaseJob(db.query, record.id, holder, { notBefore: now() + wait, failed: true, log: log.lines });
  };

  const perform = async (job: Running): Promise<void> => {
    const { job: record, log, stop } = job;
    const work = options.work[record.kind];
    if (work === undefined) throw new Error(`Nothing does jobs of the kind ${record.kind}`);
    log.add(`started, attempt ${record.attempts}`);
    if (record.attempts > MAX_ATTEMPTS) return end(job, 'error', { failure: GIVEN_UP, result: null });
    let stored = 0;
    const report = (): void => {
      if (now() - stored < PROGRESS_MS) return;
      stored = now();
      renew(job).catch((error: unknown) => options.complain(`progress of job ${record.id}: ${String(error)}`));
    };
    const timer = setInterval(() => {
      renew(job).catch((error: unknown) => options.complain(`claim of job ${record.id}: ${String(error)}`));
    }, RENEW_MS);
    try {
      const result = await work(record, {
        signal: stop.signal,
        progress: (done, total) => {
          [job.done, job.total] = [done, total];
          report();
        },
        log: (line) => {
          log.add(line);
          report();
        },
      });
      await renew(job);
      if (!stop.signal.aborted) await end(job, 'finished', { failure: null, result, withEnd: result.withEnd });
    } catch (error) {
      if (!stop.signal.aborted) await failed(job, error);
      else if (closing.signal.aborted) await releaseJob(db.query, record.id, holder, { notBefore: 0, failed: false, log: log.lines });
    } finally {
      clearInterval(timer);
    }
  };

  const begin = (record: JobRecord): void => {
    const stop = new AbortController();
    const job: Running = { job: record, lease: lease(), log: new JobLog(record.log, now), stop, done: 0, total: record.total };
    stops.set(record.id, stop);
    kindsRunning.set(record.id, record.kind);
    const ended = perform(job)
      .catch((error: unknown) => options.complain(`job ${record.id}: ${nameless(error)}`))
      .finally(() => {
        running.delete(record.id);
        stops.delete(record.id);
        kindsRunning.delete(record.id);
        look();
      });
    running.set(record.id, ended);
  };

  const claimAll = async (): Promise<void> => {
    while (running.size < JOBS_AT_ONCE && !closing.signal.aborted) {
      // One of each kind at a time: a long export holds back no short work.
      const atWork = new Set(kindsRunning.values());
      const kinds = Object.keys(options.work).filter((kind) => !atWork.has(kind));
      const record = await claimJob(db.query, db.dialect, { kinds, lease: lease(), now: now(), busy: [...running.keys()] });
      if (record === undefined) return;
      begin(record);
    }
  };

  // One look after the other, so that no more jobs run than may.
  const look = (): void => {
    looking = looking.then(claimAll).catch((error: unknown) => options.complain(`looking for jobs: ${String(error)}`));
  };

  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  look();

  return {
    wake: look,
    stop: (id) => stops.get(id)?.abort(),
    close: async () => {
      clearInterval(timer);
      closing.abort();
      await looking;
      for (const stop of stops.values()) stop.abort();
      await Promise.all(running.values());
    },
  };
}
