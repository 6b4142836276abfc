import type { Caller } from '../access/caller.ts';
import { projectByKey, type ProjectAccess } from '../access/project-access.ts';
import { findJob, type JobRecord, mayReadJob } from '../db/jobs.ts';
import { findProjectById } from '../db/projects.ts';
import { notFound } from '../errors.ts';
import type { Services } from '../access/services.ts';

/**
 * A job of the caller's own, any for an Admin, in a project they are still a member of; to others it does not exist.
 * @param kind what the job must be; null for a job of any kind
 * @param field of the call that names it
 */
export async function ownJob(
  services: Services,
  caller: Caller,
  id: string,
  kind: string | null,
  field = 'id',
): Promise<{ job: JobRecord; access: ProjectAccess }> {
  const { query } = services.db;
  const job = await findJob(query, id);
  const isOfKind = job !== undefined && (kind === null || job.kind === kind);
  if (!isOfKind || job.project_id === null || !mayReadJob(job, { userId: caller.user.id, role: caller.role }))
    throw notFound(field, 'No such job');
  const found = await findProjectById(query, job.project_id);
  return { job, access: await projectByKey(services, caller, found?.project._id ?? '') };
}
