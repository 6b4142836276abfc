import type { AnswerOf, BodyOf } from '@echometry/contract/calls/call.ts';
import type { releasesCreate } from '@echometry/contract/calls/releases.ts';
import { type ReleaseJob, ReleaseRequest } from '@echometry/contract/records/release.ts';
import { Value } from 'typebox/value';
import type { Caller } from '../access/caller.ts';
import { projectByKey } from '../access/project-access.ts';
import { recordAct } from '../db/audit.ts';
import { countUnderWay, findJob, type JobRecord, queueJob } from '../db/jobs.ts';
import { findRelease } from '../db/releases.ts';
import { invalidField } from '../errors.ts';
import { statusOf } from '../exports/export-record.ts';
import { checkRequest } from '../exports/queue-export.ts';
import { RELEASES_AT_ONCE } from './limits.ts';
import { RELEASE_KIND } from './release-kind.ts';
import { refusalOfGates } from '../gates/gates.ts';
import { openFurther } from './further-projects.ts';
import { exportOf } from './selection.ts';
import type { ReleaseServices } from './services.ts';

type Queued = AnswerOf<typeof releasesCreate>;

const TAKEN = 'stands for another job';
const UNDER_WAY = 'A release of this project is being made. Wait until it is finished, or cancel it';

class TooMany extends Error {}

/** A job of a release as its owner sees it. Stored JSON is checked like anything from outside. */
export const releaseJobOf = (job: JobRecord): ReleaseJob => ({
  ...statusOf(job),
  request: Value.Parse(ReleaseRequest, JSON.parse(job.request)),
  created_at: job.created_at,
  failure: job.failure,
});

/** Queues a release, and writes who asked for what. The same id and request again is the same release. */
export async function queueRelease(services: ReleaseServices, caller: Caller, body: BodyOf<typeof releasesCreate>): Promise<Queued> {
  const { db } = services;
  const { id, request } = body;
  const access = await projectByKey(services, caller, body.project);
  checkRequest(exportOf(request.selection));
  const further = await openFurther(services, caller, access, request.further_projects);
  const asked = { id, kind: RELEASE_KIND, ownerId: caller.user.id, role: access.role, projectId: access.id, request, now: services.now() };
  const accepted = (job: JobRecord | 'taken'): Queued => {
    if (job === 'taken') throw invalidField('id', TAKEN);
    return { accepted: true, job: releaseJobOf(job) };
  };
  if ((await findJob(db.query, id)) !== undefined) return accepted(await queueJob(db.query, asked));
  // A job may be forgotten; a release is not.
  if ((await findRelease(db.query, id)) !== null) throw invalidField('id', TAKEN);
  for (const project of [access, ...further]) {
    const refusal = await refusalOfGates(db, project, 'release');
    if (refusal !== null) return { accepted: false, message: project === access ? refusal : `${project.project.name_to_show}: ${refusal}` };
  }
  try {
    const job = await db.query.transaction().execute(async (inside) => {
      // The act locks the chain: requests are counted one after the other.
      await recordAct(inside, db.dialect, {
        at: asked.now,
        actorId: caller.user.id,
        role: caller.role,
        act: 'release-queued',
        studyId: null,
        subject: id,
        detail: {
          project: access.project._id,
          name: request.name,
          ...(request.further_projects === undefined ? {} : { further_projects: request.further_projects.join(' ') }),
          licence: 'spdx' in request.licence ? request.licence.spdx : 'own text',
          ...request.selection,
        },
      });
      if ((await countUnderWay(inside, RELEASE_KIND, { projectId: access.id })) >= RELEASES_AT_ONCE) throw new TooMany(UNDER_WAY);
      return queueJob(inside, asked);
    });
    services.jobs.wake();
    return accepted(job);
  } catch (error) {
    if (error instanceof TooMany) return { accepted: false, message: error.message };
    throw error;
  }
}
