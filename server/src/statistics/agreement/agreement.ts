import { AgreementReport, type Reader } from '@echometry/contract/records/agreement.ts';
import { isMachine } from '@echometry/contract/rules/machine.ts';
import { standardOf } from '@echometry/contract/rules/standards.ts';
import { readerKey, readersOf, readingsOf } from './readers.ts';
import type { Caller } from '../../access/caller.ts';
import { projectByName, type ProjectAccess } from '../../access/project-access.ts';
import { recordAct } from '../../db/audit.ts';
import { cancelJob, findJob, forgetEnded, type JobRecord, queueJob, underWayOf } from '../../db/jobs.ts';
import { storedJson } from '../../db/stored-json.ts';
import type { Handlers } from '../../access/call-route.ts';
import { makingOf } from '../making.ts';
import { AGREEMENT_KIND } from '../project-kinds.ts';
import { forbidden, invalidField } from '../../errors.ts';
import { ownJob } from '../../exports/own-job.ts';
import type { StatisticsServices } from '../services.ts';

/** The report in the result of a comparison. */
export const reportIn = storedJson(AgreementReport, 'The report of a comparison');

const NOT_YOURS = 'You may not compare this reader: every one of them has to be among those whose work you review';

/** Whether the caller sees the work of a reader: Data scientists all, Reviewers the work of people they review, their own, the machine's, gold cases and consensuses. */
export function sees(caller: Caller, { role, reviewsTo }: ProjectAccess, { editor, reviewer }: Reader): boolean {
  if (role === 'Data scientist' || isMachine({ editor }) || standardOf({ editor }) !== null) return true;
  const known = (email: string): boolean => reviewsTo.includes(email);
  return known(editor) && (reviewer === null || reviewer === caller.user.person.email || known(reviewer));
}

async function visibleReaders(services: StatisticsServices, caller: Caller, access: ProjectAccess) {
  return readersOf(await readingsOf(services.db.query, access.id)).filter((reader) => sees(caller, access, reader));
}

/** Ends what the person compared before: they look at one comparison at a time. */
async function supersede(services: StatisticsServices, ownerId: number, now: number): Promise<void> {
  const { query } = services.db;
  for (const id of await underWayOf(query, ownerId, AGREEMENT_KIND)) if (await cancelJob(query, id, now)) services.jobs.stop(id);
  await forgetEnded(query, ownerId, AGREEMENT_KIND);
}

async function compared(
  services: StatisticsServices,
  caller: Caller,
  access: ProjectAccess,
  asked: { id: string; readers: readonly Reader[] },
): Promise<JobRecord> {
  const { db } = services;
  const now = services.now();
  const job = {
    id: asked.id,
    kind: AGREEMENT_KIND,
    ownerId: caller.user.id,
    role: access.role,
    projectId: access.id,
    request: asked.readers,
    now,
  };
  if ((await findJob(db.query, asked.id)) === undefined) await supersede(services, caller.user.id, now);
  const queued = await db.query.transaction().execute(async (inside) => {
    const record = await queueJob(inside, job);
    if (record !== 'taken')
      await recordAct(inside, db.dialect, {
        at: now,
        actorId: caller.user.id,
        role: caller.role,
        act: 'agreement-asked',
        studyId: null,
        subject: asked.id,
        detail: { project: access.project._id, readers: asked.readers.map(readerKey).join(' ') },
      });
    return record;
  });
  if (queued === 'taken') throw invalidField('id', 'stands for another job');
  services.jobs.wake();
  return queued;
}

export function agreementHandlers(services: StatisticsServices): Pick<Handlers, 'agreementReaders' | 'agreementCompare' | 'agreementGet'> {
  return {
    agreementReaders: async ({ body, caller }) => {
      const access = await projectByName(services, caller, body.db_name);
      return { readers: await visibleReaders(services, caller, access) };
    },
    agreementCompare: async ({ body, caller }) => {
      const access = await projectByName(services, caller, body.db_name);
      const keys = body.readers.map(readerKey);
      if (new Set(keys).size < keys.length) throw invalidField('readers', 'names a reader twice');
      const visible = new Set((await visibleReaders(services, caller, access)).map(readerKey));
      if (keys.some((key) => !visible.has(key))) throw forbidden(NOT_YOURS);
      return makingOf(await compared(services, caller, access, body));
    },
    agreementGet: async ({ body, caller }) => {
      const { job } = await ownJob(services, caller, body.id, AGREEMENT_KIND);
      const report = job.state === 'finished' && job.result !== null ? await reportIn(job.result) : null;
      return { making: makingOf(job), report };
    },
  };
}
