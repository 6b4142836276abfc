import { randomUUID } from 'node:crypto';
import { MAX_READERS, Reader } from '@echometry/contract/records/agreement.ts';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { anAdministrator } from '../db/accounts.ts';
import { type JobRecord, newestJob, queueJob } from '../db/jobs.ts';
import { replaceStatistics } from '../db/project-statistics.ts';
import { replaceReaderReports } from '../db/reader-reports.ts';
import { changedProjects, findProjectById, type ProjectRow } from '../db/projects.ts';
import { inTurn, type Turn } from '../db/turns.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { JobRefusal, type JobWork } from '../jobs/job-work.ts';
import { AGREEMENT_KIND, NIGHTLY_KINDS, READERS_KIND, STATISTICS_KIND } from './project-kinds.ts';
import type { ProjectOrder, ProjectOutcome } from './project-orders.ts';
import { runThread } from '../jobs/thread.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

const SCRIPT = 'project.worker.js';
const Readers = Type.Array(Reader, { minItems: 2, maxItems: MAX_READERS });

/** Work of the jobs of whole projects, by kind. */
export function projectWork(workspace: Workspace, { root, now }: { root: string; now: () => number }): Record<string, JobWork> {
  const { db } = workspace;
  const projectOf = async (job: JobRecord): Promise<ProjectRow> => {
    const found = job.project_id === null ? null : await findProjectById(db.query, job.project_id);
    if (found === null) throw new JobRefusal('The project is not there any more');
    return found;
  };
  const common = ({ id, project }: ProjectRow) => ({
    root,
    dialect: db.dialect,
    objects: workspace.place,
    projectId: id,
    project: project._id,
  });
  const made = <K extends ProjectOutcome['type']>(order: ProjectOrder & { kind: K }, reports: Parameters<JobWork>[1]) =>
    runThread<Extract<ProjectOutcome, { type: K }>>(db, SCRIPT, order, reports);

  return {
    [STATISTICS_KIND]: async (job, reports) => {
      const found = await projectOf(job);
      const { cardiac_cycles, image_requirements, plausibility } = found.project;
      const rules = { cardiac_cycles, image_requirements, ...(plausibility === undefined ? {} : { plausibility }) };
      const { files } = await made({ ...common(found), kind: STATISTICS_KIND, rules }, reports);
      await replaceStatistics(db.query, found.id, files, now());
      return { result: null, counts: { files: files.length } };
    },
    [AGREEMENT_KIND]: async (job, reports) => {
      const found = await projectOf(job);
      const readers = Value.Parse(Readers, JSON.parse(job.request));
      const { report } = await made({ ...common(found), kind: AGREEMENT_KIND, readers }, reports);
      return { result: report, counts: { readers: readers.length, studies: report.studies, images: report.images } };
    },
    [READERS_KIND]: async (job, reports) => {
      const found = await projectOf(job);
      const { reports: compared } = await made({ ...common(found), kind: READERS_KIND }, reports);
      await replaceReaderReports(db.query, found.id, compared, now());
      return { result: null, counts: { reports: compared.length } };
    },
  };
}

/** The hour of the night, UTC, at which statistics are made. */
const NIGHT_HOUR = 2;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Milliseconds until the next night. */
export function untilNight(now: number): number {
  const today = Math.floor(now / DAY_MS) * DAY_MS + NIGHT_HOUR * HOUR_MS;
  return (today > now ? today : today + DAY_MS) - now;
}

/** Queues the statistics and the reports of readers of every project that changed since its last ones, on behalf of an administrator. */
export async function queueNightly({ db }: Pick<Workspace, 'db'>, now: number): Promise<number> {
  const owner = await anAdministrator(db.query);
  if (owner === null) return 0;
  let queued = 0;
  for (const projectId of await changedProjects(db.query)) {
    for (const kind of NIGHTLY_KINDS) {
      const newest = await newestJob(db.query, projectId, kind);
      if (newest?.state === 'queued' || newest?.state === 'running') continue;
      await queueJob(db.query, { id: randomUUID(), kind, ownerId: owner, role: 'Admin', projectId, request: null, now });
      queued += 1;
    }
  }
  return queued;
}

/** Makes statistics every night, until `close`. */
export function everyNight(
  workspace: Workspace,
  options: { now: () => number; wake: () => void; complain: (line: string) => void },
): () => void {
  const { db } = workspace;
  const night: Turn = { name: 'statistics-of-the-night', holder: randomUUID(), leaseMs: HOUR_MS, everyMs: DAY_MS / 2 };
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    timer = setTimeout(() => {
      inTurn(db.query, night, options.now, async () => void (await queueNightly(workspace, options.now())))
        .then(options.wake)
        .catch((error: unknown) => options.complain(`statistics of the night: ${messageOf(error)}`));
      wait();
    }, untilNight(options.now()));
    timer.unref();
  };
  wait();
  return () => clearTimeout(timer);
}
