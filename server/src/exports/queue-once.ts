import type { Kysely } from 'kysely';
import type { Caller } from '../access/caller.ts';
import { type Act, recordAct } from '../db/audit.ts';
import { findJob, type JobRecord, type NewJob, queueJob } from '../db/jobs.ts';
import type { Database } from '../db/schema.ts';
import type { ExportServices } from './services.ts';

/** Why a job is not queued: too many of this person or project are under way. */
export class TooMany extends Error {}

export interface Asked {
  job: NewJob;
  detail: Act['detail'];
  /** @throws {TooMany} */
  checkLimits: (inside: Kysely<Database>) => Promise<void>;
}

/** Queues a job, and writes who asked for what. The same id and request again is the same job; 'taken' is another one's id. */
export async function queueOnce(
  services: ExportServices,
  caller: Caller,
  { job, detail, checkLimits }: Asked,
): Promise<JobRecord | 'taken'> {
  const { db } = services;
  if ((await findJob(db.query, job.id)) !== undefined) return queueJob(db.query, job);
  const record = await db.query.transaction().execute(async (inside) => {
    // The act locks the chain: requests are counted one after the other.
    await recordAct(inside, db.dialect, {
      at: job.now,
      actorId: caller.user.id,
      role: caller.role,
      act: `${job.kind}-queued`,
      studyId: null,
      subject: job.id,
      detail,
    });
    await checkLimits(inside);
    return queueJob(inside, job);
  });
  services.jobs.wake();
  return record;
}
