import { type Act, recordAct } from '../db/audit.ts';
import { cancelJob, type JobRecord } from '../db/jobs.ts';
import type { Caller } from '../access/caller.ts';
import type { Services } from '../access/services.ts';
import type { Jobs } from './jobs.ts';

/** Cancels a job, with the act of the person; false where it has ended already. */
export async function cancel(
  { db, jobs, now }: Pick<Services, 'db' | 'now'> & { jobs: Jobs },
  job: Pick<JobRecord, 'id' | 'kind'>,
  caller: Caller,
  detail: Act['detail'] = {},
): Promise<boolean> {
  const at = now();
  const isCancelled = await db.query.transaction().execute(async (inside) => {
    const cancelled = await cancelJob(inside, job.id, at);
    if (cancelled)
      await recordAct(inside, db.dialect, {
        at,
        actorId: caller.user.id,
        role: caller.role,
        act: `${job.kind}-cancelled`,
        studyId: null,
        subject: job.id,
        detail,
      });
    return cancelled;
  });
  if (isCancelled) jobs.stop(job.id);
  return isCancelled;
}
