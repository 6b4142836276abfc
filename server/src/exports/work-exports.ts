import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ExportRequest } from '@echometry/contract/records/export.ts';
import { Value } from 'typebox/value';
import type { Config } from '../config.ts';
import { findProjectById } from '../db/projects.ts';
import { noteRemoved, outputsBefore } from '../db/jobs.ts';
import type { Db } from '../db/connect.ts';
import { inTurn, type Turn } from '../db/turns.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { inThread } from './export-thread.ts';
import { EXPORT_KIND, type Jobs } from '../jobs/jobs.ts';
import { JobRefusal, type JobWork } from '../jobs/job-work.ts';
import { MAIL_RETRY_MS, NOTIFYING_MS } from '../jobs/limits.ts';
import { mailer } from '../mail/mail.ts';
import type { ThreadOrder } from '../jobs/messages.ts';
import { type Outputs, outputsOf } from '../jobs/outputs.ts';
import { previewer } from './previews.ts';
import { startJobs } from '../jobs/runner.ts';
import { notifyOwners } from '../jobs/notify-owners.ts';
import { everyNight, projectWork } from '../statistics/work-projects.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** Folders of a workspace for outputs of jobs and for mail without a server. */
const EXPORTS_FOLDER = 'exports';
const OUTBOX_FOLDER = 'outbox';
const DAY_MS = 24 * 60 * 60 * 1000;
const UNFINISHED = /\.(?:part|work)$/;

export interface ExportService {
  jobs: Jobs;
  close: () => Promise<void>;
}

/** Removes what tries that were cut off left; they belong to no job at a start. */
async function sweep(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) if (UNFINISHED.test(name)) await rm(path.join(folder, name), { recursive: true, force: true });
}

/** Removes archives that were kept for as long as they are kept; the list still shows their content. */
export async function dropOldArchives(
  { db, outputs }: { db: Pick<Db, 'query'>; outputs: Outputs },
  keptDays: number,
  now: number,
): Promise<void> {
  for (const { id } of await outputsBefore(db.query, now - keptDays * DAY_MS)) {
    await outputs.drop(id);
    await noteRemoved(db.query, id, now);
  }
}

/** Makes exports in threads, notifies their owners, and removes old archives, until `close`. */
export async function startExports(
  workspace: Workspace,
  options: {
    root: string;
    config: Config;
    origin: () => string;
    now: () => number;
    complain: (line: string) => void;
    /** Work of further kinds of jobs. */
    work?: Readonly<Record<string, JobWork>>;
  },
): Promise<ExportService> {
  const { db, folder } = workspace;
  const { now, complain, config } = options;
  const exportsFolder = path.join(folder, EXPORTS_FOLDER);
  await sweep(exportsFolder);
  const outputs = outputsOf(workspace.place, exportsFolder);
  const common = { root: options.root, dialect: db.dialect, objects: workspace.place, exportsFolder };

  const work: JobWork = async (job, reports) => {
    const found = job.project_id === null ? null : await findProjectById(db.query, job.project_id);
    if (found === null) throw new JobRefusal('The project of this export is not there any more');
    const request = Value.Parse(ExportRequest, JSON.parse(job.request));
    const order: ThreadOrder = { ...common, id: job.id, projectId: found.id, project: found.project._id, request };
    const made = await inThread(db, order, reports);
    if (made.type !== 'archive') throw new Error('The thread made no archive');
    await outputs.keep(job.id, made.contents.sha256);
    reports.log(`${made.contents.files} files, ${made.contents.size_bytes} bytes`);
    const { sha256, ...counts } = made.contents;
    return { result: made.contents, counts: { ...counts, sha256 } };
  };

  const send = mailer(config.mail, path.join(folder, OUTBOX_FOLDER));
  const turn: Turn = { name: 'after-exports', holder: randomUUID(), leaseMs: NOTIFYING_MS, everyMs: 0 };
  const notifyAndTidy = async (): Promise<void> => {
    await notifyOwners(db, { send, origin: options.origin(), now, complain });
    await dropOldArchives({ db, outputs }, config.exportsKeptDays, now());
  };
  let notified: Promise<void> = Promise.resolve();
  const notify = (): void => {
    notified = notified
      .then(() => inTurn(db.query, turn, now, notifyAndTidy))
      .then(() => undefined)
      .catch((error: unknown) => complain(`after exports: ${messageOf(error)}`));
  };
  const runner = await startJobs({
    db,
    work: { ...options.work, [EXPORT_KIND]: work, ...projectWork(workspace, options) },
    shared: workspace.shared,
    now,
    onEnd: notify,
    complain,
  });
  const noMoreNights = everyNight(workspace, { now, wake: runner.wake, complain });
  const timer = setInterval(notify, MAIL_RETRY_MS);
  timer.unref();

  const preview = previewer(async ({ projectId, project, request }, signal) => {
    const made = await inThread(db, { ...common, id: null, projectId, project, request }, { signal });
    if (made.type !== 'preview') throw new Error('The thread made no preview');
    return made.preview;
  });
  return {
    jobs: { wake: runner.wake, stop: runner.stop, preview, archive: (id) => outputs.read(id) },
    close: async () => {
      clearInterval(timer);
      noMoreNights();
      await runner.close();
      await notified;
    },
  };
}
