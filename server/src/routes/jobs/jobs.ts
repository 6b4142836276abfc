import { recordAct } from '../../db/audit.ts';
import { cancelJob, findJob } from '../../db/jobs.ts';
import { type Handlers } from '../../http/call-route.ts';
import { type Services } from '../../services.ts';
import { statusOf } from '../exports/export-record.ts';
import { ownJob } from '../exports/own-job.ts';

export function jobHandlers(services: Services): Pick<Handlers, 'jobsGet' | 'jobsCancel'> {
  const { db } = services;
  return {
    jobsGet: async ({ body, caller }) => statusOf((await ownJob(services, caller, body.id)).job),
    jobsCancel: async ({ body, caller }) => {
      const { job } = await ownJob(services, caller, body.id);
      const at = services.now();
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
            detail: {},
          });
        return cancelled;
      });
      if (isCancelled) services.jobs.stop(job.id);
      return statusOf((await findJob(db.query, job.id)) ?? job);
    },
  };
}
