import { isDeepStrictEqual } from 'node:util';
import { type RoleName } from '@echometry/contract/records/role.ts';
import { type Kysely, type Selectable } from 'kysely';
import { type Database, type JobTable } from './schema.ts';

type Query = Kysely<Database>;

export type JobRecord = Selectable<JobTable>;

export interface NewJob {
  /** From the client: asking twice for the same is one job. */
  id: string;
  kind: string;
  ownerId: number;
  role: RoleName;
  projectId: number | null;
  request: unknown;
  now: number;
}

/** Where the output of a job lies, within the workspace. */
export const outputOf = (job: Pick<JobRecord, 'id'>): string => `exports/${job.id}`;

/** A job is its owner's and the Admins'; to others it does not exist. */
export const mayReadJob = (job: Pick<JobRecord, 'owner_id'>, reader: { userId: number; role: RoleName | null }): boolean =>
  job.owner_id === reader.userId || reader.role === 'Admin';

export const findJob = (query: Query, id: string): Promise<JobRecord | undefined> =>
  query.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst();

/** Queues a job; the one that is there when it is the same, and 'taken' when the id stands for another. */
export async function queueJob(query: Query, job: NewJob): Promise<JobRecord | 'taken'> {
  const asked = { kind: job.kind, owner_id: job.ownerId, role: job.role, project_id: job.projectId, request: JSON.stringify(job.request) };
  const open = { state: 'queued', done: 0, total: null, failure: null, created_at: job.now, started_at: null, ended_at: null } as const;
  await query
    .insertInto('job')
    .values({ id: job.id, ...asked, ...open })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const stored = await query.selectFrom('job').selectAll().where('id', '=', job.id).executeTakeFirstOrThrow();
  const { kind, owner_id, role, project_id, request } = stored;
  return isDeepStrictEqual({ kind, owner_id, role, project_id, request }, asked) ? stored : 'taken';
}

/** Takes the oldest queued job of the kinds that can be done here; undefined when there is none. */
export function startNextJob(query: Query, kinds: readonly string[], now: number): Promise<JobRecord | undefined> {
  return query.transaction().execute(async (inside) => {
    const next = await inside
      .selectFrom('job')
      .select('id')
      .where('state', '=', 'queued')
      .where('kind', 'in', kinds.length === 0 ? [''] : [...kinds])
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (next === undefined) return undefined;
    // Of two who saw it queued, one gets it.
    return inside
      .updateTable('job')
      .set({ state: 'running', started_at: now })
      .where('id', '=', next.id)
      .where('state', '=', 'queued')
      .returningAll()
      .executeTakeFirst();
  });
}

export async function noteProgress(query: Query, id: string, progress: { done: number; total: number }): Promise<void> {
  await query.updateTable('job').set(progress).where('id', '=', id).where('state', '=', 'running').execute();
}

/** Ends a job that is queued or running; false when it had ended before. */
export async function endJob(
  query: Query,
  id: string,
  end: { state: 'done' | 'failed' | 'cancelled'; failure: string | null; now: number },
): Promise<boolean> {
  const ended = await query
    .updateTable('job')
    .set({ state: end.state, failure: end.failure, ended_at: end.now })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Jobs that a server was at when it went down begin again. */
export async function requeueRunningJobs(query: Query): Promise<void> {
  await query.updateTable('job').set({ state: 'queued', started_at: null, done: 0 }).where('state', '=', 'running').execute();
}
