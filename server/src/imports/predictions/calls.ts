import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import type { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ContextOf, Handlers } from '../../access/call-route.ts';
import type { Caller } from '../../access/caller.ts';
import { projectByKey } from '../../access/project-access.ts';
import { recordAct } from '../../db/audit.ts';
import { countUnderWay, findJob, forgetEnded, type NewJob, queueJob } from '../../db/jobs.ts';
import { invalidField } from '../../errors.ts';
import { ownJob } from '../../exports/own-job.ts';
import type { ImportServices } from '../services.ts';
import { PREDICTIONS_KIND, predictionsRecordOf } from './predictions-job.ts';

/** Jobs of one person that wait or run: an upload is read in seconds. */
const JOBS_AT_ONCE = 2;
/** How long what became of lines can be asked for, in ms; the audit keeps the counts. */
const KEPT_MS = 24 * 60 * 60 * 1000;

async function queue({ db, jobs }: ImportServices, job: NewJob, caller: Caller, project: string): Promise<void> {
  const { model, version, check } = job.request as ContextOf<'predictionsCreate'>['body']['order'];
  await forgetEnded(db.query, caller.user.id, PREDICTIONS_KIND, job.now - KEPT_MS);
  await db.query.transaction().execute(async (inside) => {
    await recordAct(inside, db.dialect, {
      at: job.now,
      actorId: caller.user.id,
      role: caller.role,
      act: 'predictions-queued',
      studyId: null,
      subject: job.id,
      detail: { project, model, version, check },
    });
    await queueJob(inside, job);
  });
  jobs.wake();
}

async function create(
  services: ImportServices,
  { body: { id, order }, caller }: ContextOf<'predictionsCreate'>,
): Promise<AnswerOf<typeof CALLS.predictionsCreate>> {
  const access = await projectByKey(services, caller, order.project);
  const { db, imports, now } = services;
  const owner = { ownerId: caller.user.id };
  const job: NewJob = { id, kind: PREDICTIONS_KIND, ...owner, role: access.role, projectId: access.id, request: order, now: now() };
  if ((await findJob(db.query, id)) !== undefined) {
    if ((await queueJob(db.query, job)) === 'taken') throw invalidField('id', 'stands for another job');
  } else {
    if ((await countUnderWay(db.query, PREDICTIONS_KIND, owner)) >= JOBS_AT_ONCE)
      return { accepted: false, message: `${JOBS_AT_ONCE} of your files are being read. Wait until one has finished, or cancel one.` };
    const missing = imports.uploads.hold(caller.user.id, order.upload);
    if (missing !== null) return { accepted: false, message: missing.message };
    await queue(services, job, caller, access.project._id);
  }
  return { accepted: true, predictions: await recordOf(services, caller, id) };
}

const recordOf = async (services: ImportServices, caller: Caller, id: string) =>
  predictionsRecordOf(services.secrets, (await ownJob(services, caller, id, PREDICTIONS_KIND)).job);

export const predictionsHandlers = (services: ImportServices): Pick<Handlers, 'predictionsCreate' | 'predictionsGet'> => ({
  predictionsCreate: (context) => create(services, context),
  predictionsGet: ({ body, caller }) => recordOf(services, caller, body.id),
});
