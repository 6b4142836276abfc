import { LISTED_JOBS } from '@echometry/contract/calls/admin/jobs-list.ts';
import { recordAct } from '../../db/audit.ts';
import { allJobs, cancelJob, findJob } from '../../db/jobs.ts';
import { type Handlers } from '../../http/call-route.ts';
import { notFound } from '../../problem.ts';
import { type Services } from '../../services.ts';

export function administeredJobHandlers(services: Services): Pick<Handlers, 'jobsList' | 'jobsEnd'> {
  const { db } = services;

  const jobsList: Handlers['jobsList'] = async () => {
    const found = await allJobs(db.query, LISTED_JOBS + 1);
    return { jobs: found.slice(0, LISTED_JOBS), more: found.length > LISTED_JOBS };
  };

  const jobsEnd: Handlers['jobsEnd'] = async ({ body, caller }) => {
    const job = await findJob(db.query, body.id);
    if (job === undefined) throw notFound('id', 'No such job');
    const at = services.now();
    const cancelled = await db.query.transaction().execute(async (inside) => {
      const done = await cancelJob(inside, job.id, at);
      if (done)
        await recordAct(inside, db.dialect, {
          at,
          actorId: caller.user.id,
          role: caller.role,
          act: `${job.kind}-cancelled`,
          studyId: null,
          subject: job.id,
          detail: { owner: job.owner_id },
        });
      return done;
    });
    if (cancelled) services.jobs.stop(job.id);
    return { cancelled };
  };

  return { jobsList, jobsEnd };
}
