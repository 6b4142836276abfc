import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ExportRequest } from '@echometry/contract/records/export.ts';
import { Value } from 'typebox/value';
import { findProjectById } from '../db/projects.ts';
import { noteRemoved, outputsBefore } from '../db/jobs.ts';
import type { Db } from '../db/connect.ts';
import { queueEvent } from '../db/webhook-events.ts';
import { inTurn, type Turn } from '../db/turns.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { inThread } from './export-thread.ts';
import { EXPORT_KIND, type ExportResults, SENDING_KIND } from './export-jobs.ts';
import { JobRefusal, type JobWork } from '../jobs/job-work.ts';
import { MAIL_RETRY_MS, NOTIFYING_MS } from './limits.ts';
import { mailer, type SendMail } from '../mail/mail.ts';
import type { MailConfig } from '../mail/mail-settings.ts';
import { sendingWork } from './sending/send-export.ts';
import type { ExportSettings } from './services.ts';
import type { ThreadOrder } from './thread-order.ts';
import { type Outputs, outputsOf } from './outputs.ts';
import { previewer } from './previews.ts';
import { notifyOwners } from './notify-owners.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import { counted } from '@echometry/contract/rules/counted.ts';

/** Folders of a workspace for outputs of jobs and for mail without a server. */
const EXPORTS_FOLDER = 'exports';
const OUTBOX_FOLDER = 'outbox';
const DAY_MS = 24 * 60 * 60 * 1000;
const UNFINISHED = /\.(?:part|work)$/;

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

/** Work of exports: what a job of the kind does, what follows its end, and its results. */
export interface ExportWork {
  kinds: Readonly<Record<typeof EXPORT_KIND | typeof SENDING_KIND, JobWork>>;
  /** Notifies owners of ended jobs, and removes old archives. */
  afterEnd: () => void;
  results: ExportResults;
  close: () => Promise<void>;
}

export interface ExportWorkOptions {
  root: string;
  config: ExportSettings & { mail: MailConfig | null };
  origin: () => string;
  now: () => number;
  complain: (line: string) => void;
}

/** Prepares the work of exports for the queue of jobs. Until `close`, notifies owners and removes old archives. */
export async function exportWork(workspace: Workspace, options: ExportWorkOptions): Promise<ExportWork> {
  const { db, folder } = workspace;
  const exportsFolder = path.join(folder, EXPORTS_FOLDER);
  await sweep(exportsFolder);
  const outputs = outputsOf(workspace.place, exportsFolder);
  const common = { root: options.root, dialect: db.dialect, objects: workspace.place, exportsFolder };
  const after = notifier(db, outputs, mailer(options.config.mail, path.join(folder, OUTBOX_FOLDER)), options);
  const preview = previewer(async ({ projectId, project, request }, signal) => {
    const made = await inThread(db, { ...common, id: null, projectId, project, request }, { signal });
    if (made.type !== 'preview') throw new Error('The thread made no preview');
    return made.preview;
  });
  return {
    kinds: { [EXPORT_KIND]: archiveWork(db, outputs, common, options.now), [SENDING_KIND]: sendingWork(db, outputs, options.config) },
    afterEnd: after.run,
    results: { preview, archive: (id) => outputs.read(id) },
    close: after.close,
  };
}

/** Makes the archive of one export. */
function archiveWork(
  db: Db,
  outputs: Outputs,
  common: Omit<ThreadOrder, 'id' | 'projectId' | 'project' | 'request'>,
  now: () => number,
): JobWork {
  return async (job, reports) => {
    const found = job.project_id === null ? null : await findProjectById(db.query, job.project_id);
    if (found === null) throw new JobRefusal('The project of this export is not there any more');
    const request = Value.Parse(ExportRequest, JSON.parse(job.request));
    const order: ThreadOrder = { ...common, id: job.id, projectId: found.id, project: found.project._id, request };
    const made = await inThread(db, order, reports);
    if (made.type !== 'archive') throw new Error('The thread made no archive');
    await outputs.keep(job.id, made.contents.sha256);
    reports.log(`${counted(made.contents.files, 'file')}, ${counted(made.contents.size_bytes, 'byte')}`);
    const { sha256, ...counts } = made.contents;
    return {
      result: made.contents,
      counts: { ...counts, sha256 },
      withEnd: (inside) =>
        queueEvent(inside, db.dialect, {
          event: 'export-ready',
          at: now(),
          of: { projectId: found.id, subject: job.id },
          facts: { export: job.id, state: 'finished' },
        }),
    };
  };
}

/** Notifies owners and tidies, one run after the other, on request and once a minute: mail may have failed. */
function notifier(
  db: Db,
  outputs: Outputs,
  send: SendMail,
  { config, origin, now, complain }: ExportWorkOptions,
): { run: () => void; close: () => Promise<void> } {
  const turn: Turn = { name: 'after-exports', holder: randomUUID(), leaseMs: NOTIFYING_MS, everyMs: 0 };
  const notifyAndTidy = async (): Promise<void> => {
    await notifyOwners(db, { send, origin: origin(), now, complain });
    await dropOldArchives({ db, outputs }, config.exportsKeptDays, now());
  };
  let notified: Promise<void> = Promise.resolve();
  const run = (): void => {
    notified = notified
      .then(() => inTurn(db.query, turn, now, notifyAndTidy))
      .then(() => undefined)
      .catch((error: unknown) => complain(`after exports: ${messageOf(error)}`));
  };
  const timer = setInterval(run, MAIL_RETRY_MS);
  timer.unref();
  return {
    run,
    close: async () => {
      clearInterval(timer);
      await notified;
    },
  };
}
