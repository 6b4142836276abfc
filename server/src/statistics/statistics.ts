import { randomUUID } from 'node:crypto';
import type { Caller } from '../access/caller.ts';
import { projectByName, type ProjectAccess } from '../access/project-access.ts';
import { recordAct } from '../db/audit.ts';
import { type JobRecord, newestJob, queueJob } from '../db/jobs.ts';
import { listStatistics } from '../db/project-statistics.ts';
import { rootOf } from '../db/sessions.ts';
import type { Handlers } from '../access/call-route.ts';
import { makingOf } from './making.ts';
import { type NIGHTLY_KINDS, STATISTICS_KIND } from './project-kinds.ts';
import type { StatisticsServices } from './services.ts';
import { filesFor } from './for-reader.ts';

const isUnderWay = (job: JobRecord | undefined): job is JobRecord => job?.state === 'queued' || job?.state === 'running';

/** Queues a making, unless one is under way: then that is the one. */
export async function queueMaking(
  { db, now, jobs }: StatisticsServices,
  caller: Caller,
  access: ProjectAccess,
  kind: (typeof NIGHTLY_KINDS)[number],
): Promise<JobRecord> {
  const at = now();
  const id = randomUUID();
  const job = await db.query.transaction().execute(async (inside) => {
    // The act locks the chain: of two who ask at once the second finds the job of the first.
    await recordAct(inside, db.dialect, {
      at,
      actorId: caller.user.id,
      role: caller.role,
      act: `${kind}-asked`,
      studyId: null,
      subject: access.project._id,
      detail: {},
    });
    const newest = await newestJob(inside, access.id, kind);
    if (isUnderWay(newest)) return newest;
    return queueJob(inside, {
      id,
      kind,
      ownerId: caller.user.id,
      role: access.role,
      projectId: access.id,
      request: null,
      now: at,
    });
  });
  jobs.wake();
  // An id of our own stands for no other job.
  if (job === 'taken') throw new Error('The id of a new job was taken');
  return job;
}

export function statisticsHandlers(services: StatisticsServices): Pick<Handlers, 'statisticsGet' | 'statisticsUpdate'> {
  const { query } = services.db;
  return {
    statisticsGet: async ({ body, caller }) => {
      const access = await projectByName(services, caller, body.db_name);
      const [files, newest] = await Promise.all([listStatistics(query, access.id), newestJob(query, access.id, STATISTICS_KIND)]);
      const grant = { userId: caller.user.id, projectId: access.id, role: access.role, signIn: rootOf(caller.session) };
      return {
        files: filesFor(files, access.role).map((file) => ({
          ...file,
          url: services.signer.sign({ ...grant, target: `statistics/${file.name}` }, services.now()).url,
        })),
        making: newest === undefined ? null : makingOf(newest),
      };
    },
    statisticsUpdate: async ({ body, caller }) =>
      makingOf(await queueMaking(services, caller, await projectByName(services, caller, body.db_name), STATISTICS_KIND)),
  };
}
