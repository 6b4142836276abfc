import type { AnswerOf } from '@echometry/contract/calls/call.ts';
import type { CALLS } from '@echometry/contract/calls/registry.ts';
import type { ImportOrder, ImportRecord } from '@echometry/contract/records/import.ts';
import { searchFault } from '@echometry/contract/rules/pacs-search.ts';
import type { Caller } from '../access/caller.ts';
import { recordAct } from '../db/audit.ts';
import {
  countsOf,
  endRun,
  filesOf,
  findRun,
  IMPORT_KIND,
  type ImportRow,
  listRuns,
  type StoredOrder,
  storedOrder,
  storeRun,
} from '../db/imports.ts';
import { cancelJob, countUnderWay, findJob, type NewJob, queueJob, UNTIL_DECIDED } from '../db/jobs.ts';
import { findProject, listProjects, type ProjectRow } from '../db/projects.ts';
import { PacsFault } from '../dicomweb/fault.ts';
import type { ContextOf, Handlers } from '../access/call-route.ts';
import { IMPORTS_OF_A_PERSON, LISTED_IMPORTS, NAMES_KEPT_DAYS } from '../limits.ts';
import { invalidField, notFound, Refusal } from '../errors.ts';
import type { ImportServices } from './services.ts';
import { type ImportRequestMark, sourceName } from '../db/held-imports.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEMO = 'This is a demo workspace. Confirm that real files may be imported into it, or use a separate workspace.';

/** Runs something that may be refused in words. */
async function inWords<T>(work: () => Promise<T>): Promise<T | { message: string }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal || error instanceof PacsFault) return { message: error.message };
    throw error;
  }
}

const projectsOf = async ({ db, cloud }: ImportServices): Promise<ReadonlyMap<number, ProjectRow>> =>
  new Map((await listProjects(db.query)).filter(({ project }) => project.cloud_system === cloud).map((row) => [row.id, row]));

async function recordsOf(services: ImportServices, rows: readonly ImportRow[]): Promise<ImportRecord[]> {
  const projects = await projectsOf(services);
  const counts = await countsOf(
    services.db.query,
    rows.map((row) => row.id),
  );
  return rows.flatMap((row) => {
    const project = projects.get(row.project_id ?? 0)?.project;
    const counted = counts.get(row.id);
    if (project === undefined || counted === undefined) return [];
    const { id, created_at, started_at, ended_at, done, total, failure, source_name } = row;
    return [
      {
        id,
        created_at,
        started_at,
        ended_at,
        done,
        total,
        failure,
        source_name,
        status: row.state,
        waits_for_mask: row.state === 'queued' && row.not_before === UNTIL_DECIDED,
        continues: (JSON.parse(row.request) as ImportRequestMark).continues ?? null,
        project: project._id,
        project_name: project.name_to_show,
        source: row.source_kind,
        by: row.email,
        counts: counted,
        files_kept_until: (ended_at ?? created_at) + NAMES_KEPT_DAYS * DAY_MS,
      },
    ];
  });
}

async function recordOf(services: ImportServices, id: string): Promise<ImportRecord> {
  const row = await findRun(services.db.query, id);
  const [record] = row === undefined ? [] : await recordsOf(services, [row]);
  if (record === undefined) throw notFound('id', 'No such import');
  return record;
}

async function sources(services: ImportServices): Promise<AnswerOf<typeof CALLS.importsSources>> {
  const { config, imports, demo } = services;
  const projects = [...(await projectsOf(services)).values()];
  return {
    projects: projects.map(({ project: { _id, name_to_show, data_type } }) => ({ _id, name_to_show, data_type })),
    folders: config.importFolders.map(({ name }) => name),
    pacs: config.pacs.map(({ name }) => name),
    uploads: imports.takesUploads,
    demo,
  };
}

async function browse({ imports }: ImportServices, { body }: ContextOf<'importsBrowse'>): Promise<AnswerOf<typeof CALLS.importsBrowse>> {
  const found = await inWords(() => imports.browse(body.folder, body.path));
  return 'message' in found ? { found: false, message: found.message } : { found: true, ...found };
}

async function search(
  { db, imports, now }: ImportServices,
  { body, caller, reply }: ContextOf<'importsSearch'>,
): Promise<AnswerOf<typeof CALLS.importsSearch>> {
  const fault = searchFault(body.search);
  if (fault !== null) throw invalidField(`search.${fault.field}`, fault.message);
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const found = await inWords(() => imports.search(body.pacs, body.search, gone.signal));
  if ('message' in found) return { found: false, message: found.message };
  // Who saw names of patients, and how many; not whose.
  const detail = { pacs: body.pacs, studies: found.studies.length };
  await db.query
    .transaction()
    .execute((inside) => recordAct(inside, db.dialect, { ...actOf(caller, 'pacs-searched', body.pacs), at: now(), detail }));
  return { found: true, studies: found.studies, more: found.hasMore, others: found.others };
}

async function create(
  services: ImportServices,
  { body: { id, order }, caller }: ContextOf<'importsCreate'>,
): Promise<AnswerOf<typeof CALLS.importsCreate>> {
  const project = await findProject(services.db.query, { key: order.project });
  if (project === null || project.project.cloud_system !== services.cloud) throw notFound('order.project', 'No such project');
  const refused = await refusalOf(services, { id, order, project, caller });
  if (refused !== null) return { accepted: false, message: refused };
  return { accepted: true, import: await recordOf(services, id) };
}

async function list(services: ImportServices, { caller }: ContextOf<'importsList'>): Promise<AnswerOf<typeof CALLS.importsList>> {
  return {
    imports: await recordsOf(services, await listRuns(services.db.query, LISTED_IMPORTS)),
    uploads: services.imports.uploads.underWay(caller.user.id),
  };
}

async function report(services: ImportServices, { body }: ContextOf<'importsReport'>): Promise<AnswerOf<typeof CALLS.importsReport>> {
  const record = await recordOf(services, body.id);
  return { import: record, ...(await filesOf(services.db.query, services.secrets, { ...body, jobId: body.id })) };
}

async function cancel(
  services: ImportServices,
  { body, caller }: ContextOf<'importsCancel'>,
): Promise<AnswerOf<typeof CALLS.importsCancel>> {
  const { db, jobs } = services;
  const record = await recordOf(services, body.id);
  const at = services.now();
  const isCancelled = await db.query.transaction().execute(async (inside) => {
    const cancelled = await cancelJob(inside, record.id, at);
    if (!cancelled) return false;
    await endRun(inside, record.id, []);
    await recordAct(inside, db.dialect, { ...actOf(caller, 'import-cancelled', record.id), at, detail: { project: record.project } });
    return true;
  });
  if (isCancelled) jobs.stop(record.id);
  return recordOf(services, record.id);
}

interface Ordered {
  id: string;
  order: ImportOrder;
  project: ProjectRow;
  caller: Caller;
}

/** Queues the import; why not otherwise. */
async function refusalOf(services: ImportServices, ordered: Ordered): Promise<string | null> {
  const { db, imports, secrets } = services;
  const { id, order, project, caller } = ordered;
  const stored = await storedOrder(secrets, id, order);
  const job: NewJob = {
    id,
    kind: IMPORT_KIND,
    ownerId: caller.user.id,
    role: caller.role ?? 'Admin',
    projectId: project.id,
    request: { digest: stored.digest },
    now: services.now(),
  };
  const known = await findJob(db.query, id);
  if (known !== undefined) {
    if ((await queueJob(db.query, job)) === 'taken') throw invalidField('id', 'stands for another job');
    return null;
  }
  if (services.demo && !order.into_demo) return DEMO;
  const { source } = order;
  const fault = await inWords(async () => {
    await imports.check(source);
    return null;
  });
  if (fault !== null) return fault.message;
  if (source.kind === 'pacs' && !('studies' in source.selection)) {
    const wrong = searchFault(source.selection);
    if (wrong !== null) throw invalidField(`order.source.selection.${wrong.field}`, wrong.message);
  }
  if ((await countUnderWay(db.query, IMPORT_KIND, { ownerId: caller.user.id })) >= IMPORTS_OF_A_PERSON)
    return `${IMPORTS_OF_A_PERSON} of your imports are under way. Wait until one has finished, or cancel one.`;
  if (source.kind === 'upload') {
    const missing = imports.uploads.hold(caller.user.id, source.upload);
    if (missing !== null) return missing.message;
  }
  await storeOrder(services, ordered, job, stored);
  return null;
}

async function storeOrder(
  { db, jobs }: ImportServices,
  { id, order, project, caller }: Ordered,
  job: NewJob,
  { sealedOrder }: StoredOrder,
): Promise<void> {
  const { source, mapping } = order;
  await db.query.transaction().execute(async (inside) => {
    await recordAct(inside, db.dialect, {
      ...actOf(caller, 'import-queued', id),
      at: job.now,
      detail: { project: project.project._id, source: source.kind, name: sourceName(order), mapping_rows: mapping.length },
    });
    await queueJob(inside, job);
    await storeRun(inside, { jobId: id, sourceKind: source.kind, sourceName: sourceName(order), sealedOrder });
  });
  jobs.wake();
}

const actOf = (caller: Caller, act: string, subject: string) => ({
  actorId: caller.user.id,
  role: caller.role,
  act,
  studyId: null,
  subject,
});

type ImportCalls =
  | 'importsSources'
  | 'importsBrowse'
  | 'importsSearch'
  | 'importsCreate'
  | 'importsList'
  | 'importsReport'
  | 'importsCancel';

export const importHandlers = (services: ImportServices): Pick<Handlers, ImportCalls> => ({
  importsSources: () => sources(services),
  importsBrowse: (context) => browse(services, context),
  importsSearch: (context) => search(services, context),
  importsCreate: (context) => create(services, context),
  importsList: (context) => list(services, context),
  importsReport: (context) => report(services, context),
  importsCancel: (context) => cancel(services, context),
});
