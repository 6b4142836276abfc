import { LISTED_JOBS } from '@echometry/contract/calls/administration.ts';
import { allJobs, findJob } from '../db/jobs.ts';
import type { Handlers } from '../access/call-route.ts';
import { cancel } from '../jobs/cancel.ts';
import { notFound } from '../errors.ts';
import type { AdministrationServices } from './services.ts';

export function administeredJobHandlers(services: AdministrationServices): Pick<Handlers, 'jobsList' | 'jobsEnd'> {
  const { db } = services;

  const jobsList: Handlers['jobsList'] = async () => {
    const found = await allJobs(db.query, LISTED_JOBS + 1);
    return { jobs: found.slice(0, LISTED_JOBS), more: found.length > LISTED_JOBS };
  };

  const jobsEnd: Handlers['jobsEnd'] = async ({ body, caller }) => {
    const job = await findJob(db.query, body.id);
    if (job === undefined) throw notFound('id', 'No such job');
    const cancelled = await cancel(services, job, caller, { owner: job.owner_id });
    return { cancelled };
  };

  return { jobsList, jobsEnd };
}
