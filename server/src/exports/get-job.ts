import { findJob } from '../db/jobs.ts';
import type { Handlers } from '../access/call-route.ts';
import { cancel } from '../jobs/cancel.ts';
import type { ExportServices } from './services.ts';
import { statusOf } from './export-record.ts';
import { ownJob } from './own-job.ts';

export function jobHandlers(services: ExportServices): Pick<Handlers, 'jobsGet' | 'jobsCancel'> {
  const { db } = services;
  return {
    jobsGet: async ({ body, caller }) => statusOf((await ownJob(services, caller, body.id, null)).job),
    jobsCancel: async ({ body, caller }) => {
      const { job } = await ownJob(services, caller, body.id, null);
      await cancel(services, job, caller);
      return statusOf((await findJob(db.query, job.id)) ?? job);
    },
  };
}
