import { createHash } from 'node:crypto';
import type { ImportOrder } from '@echometry/contract/records/import.ts';
import type { Transaction } from 'kysely';
import { recordAct } from './audit.ts';
import type { Db } from './connect.ts';
import { wasApprovedSince } from './device-masks.ts';
import { IMPORT_KIND, type Sealing, storedOrder, storeRun } from './imports.ts';
import { beginDecided, type JobRecord, queueJob, UNTIL_DECIDED } from './jobs.ts';
import type { Database } from './schema.ts';
import { lockProject } from './projects.ts';

/** Public facts of an import job. */
export interface ImportRequestMark {
  digest: string;
  /** The import whose held files are to be taken. */
  continues?: string;
}

/** The id of the import that takes what another one held: the same after a second try. */
const idAfter = (jobId: string): string => createHash('sha256').update(`held files of ${jobId}`).digest('hex').slice(0, 32);

/** Name of a source in this installation; a path below a folder may name a patient and is left out. */
export const sourceName = ({ source }: Pick<ImportOrder, 'source'>): string =>
  source.kind === 'folder' ? source.folder : source.kind === 'pacs' ? source.pacs : '';

/**
 * Queues an import of the files that one had to hold, for its owner. It begins when a mask of the project is approved; at once
 * where one was approved while the files were read. Files that still cannot be imported wait in the same way.
 */
export async function queueHeldFiles(
  { db, secrets }: { db: Db; secrets: Sealing },
  { job, order, now }: { job: JobRecord; order: ImportOrder; now: number },
): Promise<void> {
  const { project_id: projectId } = job;
  if (projectId === null) return;
  const id = idAfter(job.id);
  const { digest, sealedOrder } = await storedOrder(secrets, id, order);
  const request: ImportRequestMark = { digest, continues: job.id };
  await db.query.transaction().execute(async (inside) => {
    // An approval of a mask comes before or after: either sees the other.
    await lockProject(db, inside, projectId);
    const isApproved = await wasApprovedSince(inside, projectId, job.started_at ?? job.created_at);
    const notBefore = isApproved ? now : UNTIL_DECIDED;
    await queueJob(inside, { id, kind: IMPORT_KIND, ownerId: job.owner_id, role: job.role, projectId, request, now, notBefore });
    await storeRun(inside, { jobId: id, sourceKind: order.source.kind, sourceName: sourceName(order), sealedOrder });
  });
}

export interface Approval {
  projectId: number;
  project: string;
  actor: Pick<Parameters<typeof recordAct>[2], 'actorId' | 'role'>;
  now: number;
}

/** Lets imports begin that wait for a mask of the project, and notes who let them; returns how many. */
export async function beginHeldFiles(inside: Transaction<Database>, db: Db, { projectId, project, actor, now }: Approval): Promise<number> {
  await lockProject(db, inside, projectId);
  const begun = await beginDecided(inside, IMPORT_KIND, projectId, now);
  for (const subject of begun)
    await recordAct(inside, db.dialect, { ...actor, at: now, act: 'import-continued', studyId: null, subject, detail: { project } });
  return begun.length;
}
