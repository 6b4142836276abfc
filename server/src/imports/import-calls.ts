import { setImmediate } from 'node:timers/promises';
import type { ImportOrder, ImportRecord } from '@echometry/contract/records/import.ts';
import { searchFault } from '@echometry/contract/rules/pacs-search.ts';
import type { Caller } from '../access/caller.ts';
import { recordAct } from '../db/audit.ts';
import { countsOf, endRun, filesOf, findRun, IMPORT_KIND, type ImportRow, listRuns, storeRun } from '../db/imports.ts';
import { cancelJob, countUnderWay, findJob, type NewJob, queueJob, UNTIL_DECIDED } from '../db/jobs.ts';
import { findProject, listProjects, type ProjectRow } from '../db/projects.ts';
import { PacsFault } from './dicomweb/fault.ts';
import type { Handlers } from '../access/call-route.ts';
import { IMPORTS_OF_A_PERSON, LISTED_IMPORTS, NAMES_KEPT_DAYS } from '../limits.ts';
import { invalidField, notFound, Refusal } from '../errors.ts';
import type { ImportServices } from './services.ts';
import { type ImportRequestMark, sourceName } from '../db/held-imports.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DEMO = 'This is a demo workspace. Confirm that real files may be imported into it, or use a separate workspace.';

type Names = ReadonlyMap<number, ProjectRow>;

/** Runs something that may be refused in words. */
async function inWords<T>(work: () => Promise<T>): Promise<T | { message: string }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal || error instanceof PacsFault) return { message: error.message };
    throw error;
  }
}

export function importHandlers(
  services: ImportServices,
): Pick<
  Handlers,
  'importsSources' | 'importsBrowse' | 'importsSearch' | 'importsCreate' | 'importsList' | 'importsReport' | 'importsCancel'
> {
  const { db, config, secrets, imports } = services;
  const { query } = db;

  const projects = async (): Promise<Names> =>
    new Map((await listProjects(query)).filter(({ project }) => project.cloud_system === services.cloud).map((row) => [row.id, row]));

  const recordsOf = async (rows: readonly ImportRow[]): Promise<ImportRecord[]> => {
    const names = await projects();
    const counts = await countsOf(
      query,
      rows.map((row) => row.id),
    );
    return rows.flatMap((row) => {
      const project = names.get(row.project_id ?? 0)?.project;
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
  };

  const recordOf = async (id: string): Promise<ImportRecord> => {
    const row = await findRun(query, id);
    const [record] = row === undefined ? [] : await recordsOf([row]);
    if (record === undefined) throw notFound('id', 'No such import');
    return record;
  };

  return {
    importsSources: async () => ({
      projects: [...(await projects()).values()].map(({ project: { _id, name_to_show, data_type } }) => ({ _id, name_to_show, data_type })),
      folders: config.importFolders.map(({ name }) => name),
      pacs: config.pacs.map(({ name }) => name),
      uploads: imports.takesUploads,
      demo: services.demo,
    }),
    importsBrowse: async ({ body }) => {
      const found = await inWords(() => imports.browse(body.folder, body.path));
      return 'message' in found ? { found: false, message: found.message } : { found: true, ...found };
    },
    importsSearch: async ({ body, caller, reply }) => {
      const fault = searchFault(body.search);
      if (fault !== null) throw invalidField(`search.${fault.field}`, fault.message);
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const found = await inWords(() => imports.search(body.pacs, body.search, gone.signal));
      if ('message' in found) return { found: false, message: found.message };
      // Who saw names of patients, and how many; not whose.
      const detail = { pacs: body.pacs, studies: found.studies.length };
      await query
        .transaction()
        .execute((inside) => recordAct(inside, db.dialect, { ...actOf(caller, 'pacs-searched', body.pacs), at: services.now(), detail }));
      return { found: true, studies: found.studies, more: found.hasMore, others: found.others };
    },
    importsCreate: async ({ body, caller }) => {
      const { id, order } = body;
      const found = await findProject(query, { key: order.project });
      if (found === null || found.project.cloud_system !== services.cloud) throw notFound('order.project', 'No such project');
      const refused = await refusalOf(order, found, caller, id);
      if (typeof refused === 'string') return { accepted: false, message: refused };
      return { accepted: true, import: await recordOf(id) };
    },
    importsList: async ({ caller }) => ({
      imports: await recordsOf(await listRuns(query, LISTED_IMPORTS)),
      uploads: imports.uploads.underWay(caller.user.id),
    }),
    importsReport: async ({ body }) => {
      const record = await recordOf(body.id);
      return { import: record, ...(await filesOf(query, secrets, { ...body, jobId: body.id })) };
    },
    importsCancel: async ({ body, caller }) => {
      const record = await recordOf(body.id);
      const at = services.now();
      const isCancelled = await query.transaction().execute(async (inside) => {
        const cancelled = await cancelJob(inside, record.id, at);
        if (!cancelled) return false;
        await endRun(inside, record.id, []);
        await recordAct(inside, db.dialect, { ...actOf(caller, 'import-cancelled', record.id), at, detail: { project: record.project } });
        return true;
      });
      if (isCancelled) services.jobs.stop(record.id);
      return recordOf(record.id);
    },
  };

  /** Queues the import; why not otherwise. */
  async function refusalOf(order: ImportOrder, found: ProjectRow, caller: Caller, id: string): Promise<string | null> {
    const job: NewJob = {
      id,
      kind: IMPORT_KIND,
      ownerId: caller.user.id,
      role: caller.role ?? 'Admin',
      projectId: found.id,
      // The order names patients: the stored digest only shows whether the same was requested twice.
      request: { digest: secrets.mark('order of an import', JSON.stringify(order)) },
      now: services.now(),
    };
    const known = await findJob(query, id);
    if (known !== undefined) {
      if ((await queueJob(query, job)) === 'taken') throw invalidField('id', 'stands for another job');
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
    if ((await countUnderWay(query, IMPORT_KIND, { ownerId: caller.user.id })) >= IMPORTS_OF_A_PERSON)
      return `${IMPORTS_OF_A_PERSON} of your imports are under way. Wait until one has finished, or cancel one.`;
    if (source.kind === 'upload') {
      const missing = imports.uploads.hold(caller.user.id, source.upload);
      if (missing !== null) return missing.message;
    }
    // The digest and the sealing of a large mapping each take tens of milliseconds: other requests are handled in between.
    await setImmediate();
    await query.transaction().execute(async (inside) => {
      await recordAct(inside, db.dialect, {
        ...actOf(caller, 'import-queued', id),
        at: job.now,
        detail: { project: found.project._id, source: source.kind, name: sourceName(order), mapping_rows: order.mapping.length },
      });
      await queueJob(inside, job);
      await storeRun(inside, secrets, { jobId: id, sourceKind: source.kind, sourceName: sourceName(order), order });
    });
    services.jobs.wake();
    return null;
  }
}

const actOf = (caller: Caller, act: string, subject: string) => ({
  actorId: caller.user.id,
  role: caller.role,
  act,
  studyId: null,
  subject,
});
