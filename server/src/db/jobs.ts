import { isDeepStrictEqual } from 'node:util';
import type { AdministeredJob } from '@echometry/contract/records/administered-work.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { Database, JobTable } from './schema.ts';

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
  /** It is not begun before; at once by default. */
  notBefore?: number;
}

/** A job that starts at a decision: later than any date (ECMA-262, Time Values and Time Range). */
export const UNTIL_DECIDED = 8_640_000_000_000_000;

const UNDER_WAY = ['queued', 'running'] as const;

/** Where the output of a job lies, within the workspace. */
export const outputOf = (job: Pick<JobRecord, 'id'>): string => `exports/${job.id}`;

/** A job is its owner's and the Admins'; to others it does not exist. */
export const mayReadJob = (job: Pick<JobRecord, 'owner_id'>, reader: { userId: number; role: RoleName | null }): boolean =>
  job.owner_id === reader.userId || reader.role === 'Admin';

export const findJob = (query: Query, id: string): Promise<JobRecord | undefined> =>
  query.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst();

/** A person's jobs of one kind in a project, the newest first. */
export const jobsOf = (query: Query, who: { ownerId: number; projectId: number; kind: string }, limit: number): Promise<JobRecord[]> =>
  query
    .selectFrom('job')
    .selectAll()
    .where('owner_id', '=', who.ownerId)
    .where('project_id', '=', who.projectId)
    .where('kind', '=', who.kind)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

/** How many jobs of a kind, of a person or of a project, wait for their turn or run. */
export async function countUnderWay(query: Query, kind: string, of: { ownerId: number } | { projectId: number }): Promise<number> {
  const all = query
    .selectFrom('job')
    .select((fn) => fn.fn.countAll().as('n'))
    .where('kind', '=', kind)
    .where('state', 'in', UNDER_WAY)
    .where('not_before', '<', UNTIL_DECIDED);
  const row = await (
    'ownerId' in of ? all.where('owner_id', '=', of.ownerId) : all.where('project_id', '=', of.projectId)
  ).executeTakeFirstOrThrow();
  return Number(row.n);
}

/** How many jobs there are of each kind in each state. */
export async function jobsByState(query: Query): Promise<{ kind: string; state: JobRecord['state']; jobs: number }[]> {
  const rows = await query
    .selectFrom('job')
    .select((fn) => ['kind', 'state', fn.fn.countAll().as('n')])
    .groupBy(['kind', 'state'])
    .execute();
  return rows.map(({ kind, state, n }) => ({ kind, state, jobs: Number(n) }));
}

/** Queues a job; the one that is there when it is the same, and 'taken' when the id stands for another. */
export async function queueJob(query: Query, job: NewJob): Promise<JobRecord | 'taken'> {
  const asked = { kind: job.kind, owner_id: job.ownerId, role: job.role, project_id: job.projectId, request: JSON.stringify(job.request) };
  const open = { state: 'queued', done: 0, total: null, failure: null, created_at: job.now, started_at: null, ended_at: null } as const;
  await query
    .insertInto('job')
    .values({ id: job.id, ...asked, ...open, not_before: job.notBefore ?? 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const stored = await query.selectFrom('job').selectAll().where('id', '=', job.id).executeTakeFirstOrThrow();
  const { kind, owner_id, role, project_id, request } = stored;
  return isDeepStrictEqual({ kind, owner_id, role, project_id, request }, asked) ? stored : 'taken';
}

/** A claim on a job: who holds it, and until when if it is not renewed. */
export interface Lease {
  holder: string;
  until: number;
}

/**
 * Claims the oldest job of the kinds that waits, or whose lease has run out, in one statement: of many who ask at once each
 * gets another one. Undefined when there is none.
 * @param busy ids this process still works at, regardless of their lease
 */
export function claimJob(
  query: Query,
  dialect: Dialect,
  asked: { kinds: readonly string[]; lease: Lease; now: number; busy: readonly string[] },
): Promise<JobRecord | undefined> {
  // An empty list must find nothing, or exclude nothing; SQL has no empty "in".
  const [kinds, busy] = [asked.kinds, asked.busy].map((list) => (list.length === 0 ? [''] : [...list])) as [string[], string[]];
  const open = query
    .selectFrom('job')
    .select('id')
    .where((where) =>
      where.or([
        where.and([where('state', '=', 'queued'), where('not_before', '<=', asked.now)]),
        where.and([where('state', '=', 'running'), where('lease_until', '<', asked.now)]),
      ]),
    )
    .where('kind', 'in', kinds)
    .where('id', 'not in', busy)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1);
  const next = dialect === 'postgres' ? open.forUpdate().skipLocked() : open;
  return query
    .updateTable('job')
    .set({
      state: 'running',
      started_at: sql<number>`coalesce(started_at, ${asked.now})`,
      attempts: sql<number>`attempts + 1`,
      done: 0,
      lease_holder: asked.lease.holder,
      lease_until: asked.lease.until,
    })
    .where('id', '=', next)
    .returningAll()
    .executeTakeFirst();
}

const held = (query: Query, id: string, holder: string) =>
  query.updateTable('job').where('id', '=', id).where('state', '=', 'running').where('lease_holder', '=', holder).returning('id');

/** Holds a claim for longer, and keeps how far the work is; false when the claim is lost: cancelled, or taken over. */
export async function renewLease(
  query: Query,
  id: string,
  lease: Lease,
  progress: { done: number; total: number | null; log: readonly string[] },
): Promise<boolean> {
  const { log, ...counts } = progress;
  const kept = await held(query, id, lease.holder)
    .set({ ...counts, log: JSON.stringify(log), lease_until: lease.until })
    .executeTakeFirst();
  return kept !== undefined;
}

/** Gives a claim back: the job waits until `notBefore`. False when the claim was lost. */
export async function releaseJob(
  query: Query,
  id: string,
  holder: string,
  back: { notBefore: number; failed: boolean; log: readonly string[] },
): Promise<boolean> {
  const released = await held(query, id, holder)
    .set({
      state: 'queued',
      not_before: back.notBefore,
      failures: sql<number>`failures + ${back.failed ? 1 : 0}`,
      log: JSON.stringify(back.log),
      lease_holder: null,
      lease_until: null,
    })
    .executeTakeFirst();
  return released !== undefined;
}

export interface JobEnd {
  state: 'finished' | 'error';
  failure: string | null;
  log: readonly string[];
  result: unknown;
  now: number;
}

/** Ends a job that is claimed, in the transaction of what its end means; false when the claim was lost. */
export async function endJob(query: Transaction<Database>, id: string, holder: string, end: JobEnd): Promise<boolean> {
  const ended = await held(query, id, holder)
    .set({
      state: end.state,
      failure: end.failure,
      log: JSON.stringify(end.log),
      result: end.result === null ? null : JSON.stringify(end.result),
      ended_at: end.now,
      lease_holder: null,
      lease_until: null,
    })
    .executeTakeFirst();
  return ended !== undefined;
}

/** Cancels a job that waits or runs; false when it had ended before. People get no mail about their own cancellations. */
export async function cancelJob(query: Query, id: string, now: number): Promise<boolean> {
  const cancelled = await query
    .updateTable('job')
    .set({ state: 'cancelled', ended_at: now, notified_at: now, lease_holder: null, lease_until: null })
    .where('id', '=', id)
    .where('state', 'in', UNDER_WAY)
    .returning('id')
    .executeTakeFirst();
  return cancelled !== undefined;
}

/** Starts jobs of a kind in a project that waited for a decision; returns which. */
export async function beginDecided(query: Query, kind: string, projectId: number, now: number): Promise<string[]> {
  const rows = await query
    .updateTable('job')
    .set({ not_before: now })
    .where('kind', '=', kind)
    .where('project_id', '=', projectId)
    .where('state', '=', 'queued')
    .where('not_before', '=', UNTIL_DECIDED)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id).sort();
}

/** Jobs a server was at when it went down wait again. Only the one process that owns the workspace may ask for it. */
export async function requeueRunningJobs(query: Query): Promise<void> {
  await query
    .updateTable('job')
    .set({ state: 'queued', done: 0, not_before: 0, lease_holder: null, lease_until: null })
    .where('state', '=', 'running')
    .execute();
}

/** Ended jobs of a kind whose owners were not notified yet, with their e-mail; not older than `since`. */
export const jobsToTell = (query: Query, kind: string, since: number): Promise<(JobRecord & { email: string })[]> =>
  query
    .selectFrom('job')
    .innerJoin('user_account', 'user_account.id', 'job.owner_id')
    .selectAll('job')
    .select('user_account.email')
    .where('kind', '=', kind)
    .where('state', 'in', ['finished', 'error'])
    .where('notified_at', 'is', null)
    .where('ended_at', '>=', since)
    .orderBy('ended_at')
    .execute();

export async function noteTold(query: Query, id: string, now: number): Promise<void> {
  await query.updateTable('job').set({ notified_at: now }).where('id', '=', id).execute();
}

/** The newest job of a kind in a project, by whomever it was asked for. */
export const newestJob = (query: Query, projectId: number, kind: string): Promise<JobRecord | undefined> =>
  query
    .selectFrom('job')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Removes a person's jobs of a kind that have ended, before an instant where one is given: what came out of them was looked at. */
export async function forgetEnded(query: Query, ownerId: number, kind: string, before = Number.MAX_SAFE_INTEGER): Promise<void> {
  await endedBefore(query, kind, before).where('owner_id', '=', ownerId).execute();
}

/** Removes everybody's jobs of a kind that ended before an instant. */
export async function forgetAllEnded(query: Query, kind: string, before: number): Promise<void> {
  await endedBefore(query, kind, before).execute();
}

const endedBefore = (query: Query, kind: string, before: number) =>
  query.deleteFrom('job').where('kind', '=', kind).where('state', 'not in', UNDER_WAY).where('ended_at', '<', before);

/** Ids of a person's jobs of a kind that wait or run. */
export async function underWayOf(query: Query, ownerId: number, kind: string): Promise<string[]> {
  const rows = await query
    .selectFrom('job')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('kind', '=', kind)
    .where('state', 'in', UNDER_WAY)
    .execute();
  return rows.map(({ id }) => id);
}

/** Finished jobs that ended before, whose output is still there. */
export const outputsBefore = (query: Query, before: number): Promise<Pick<JobRecord, 'id'>[]> =>
  query
    .selectFrom('job')
    .select('id')
    .where('state', '=', 'finished')
    .where('removed_at', 'is', null)
    .where('ended_at', '<', before)
    .execute();

export async function noteRemoved(query: Query, id: string, now: number): Promise<void> {
  await query.updateTable('job').set({ removed_at: now }).where('id', '=', id).execute();
}

/** The newest jobs of everybody, those under way first, with their owners and projects. */
export async function allJobs(query: Query, limit: number): Promise<AdministeredJob[]> {
  const rows = await query
    .selectFrom('job')
    .innerJoin('user_account', 'user_account.id', 'job.owner_id')
    .leftJoin('project', 'project.id', 'job.project_id')
    .selectAll('job')
    .select(['user_account.email as owner', 'project.key as project'])
    .orderBy((order) => order.case().when('job.state', 'in', UNDER_WAY).then(0).else(1).end())
    .orderBy('job.created_at', 'desc')
    .orderBy('job.id')
    .limit(limit)
    .execute();
  return rows.map((job) => ({
    id: job.id,
    status: job.state,
    log: JSON.parse(job.log) as string[],
    done: job.done,
    total: job.total,
    kind: job.kind,
    owner: job.owner,
    role: job.role,
    project: job.project,
    attempts: job.attempts,
    failures: job.failures,
    failure: job.failure,
    created_at: job.created_at,
    started_at: job.started_at,
    ended_at: job.ended_at,
  }));
}
