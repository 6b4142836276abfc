import { randomBytes } from 'node:crypto';
import type { Webhook, WebhookDelivery, WebhookFields } from '@echometry/contract/records/webhook.ts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { Database, WebhookDeliveryTable, WebhookTable } from './schema.ts';

type Query = Kysely<Database>;
type WebhookRow = Selectable<WebhookTable>;
export type DeliveryRow = Selectable<WebhookDeliveryTable>;

const ID_BYTES = 8;
/** How long deliveries that ended stay in the log, in days. */
export const DELIVERIES_KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A new public name of a webhook: its secret is sealed under it. */
export const newWebhookId = (): string => randomBytes(ID_BYTES).toString('hex');

const columnsOf = ({ name, url, events, active }: WebhookFields) =>
  ({ name: name.trim(), url, events: JSON.stringify(events), active: active ? 1 : 0 }) as const;

const fieldsOf = ({ name, url, events, active }: WebhookRow): WebhookFields => ({
  name,
  url,
  events: JSON.parse(events) as WebhookFields['events'],
  active: active === 1,
});

/** A webhook with the project it belongs to. */
export interface FoundWebhook {
  id: string;
  projectId: number;
  project: string;
  fields: WebhookFields;
  sealedSecret: Uint8Array;
}

export async function findWebhook(query: Query, id: string): Promise<FoundWebhook | null> {
  const row = await query
    .selectFrom('webhook')
    .innerJoin('project', 'project.id', 'webhook.project_id')
    .selectAll('webhook')
    .select('project.key')
    .where('webhook.id', '=', id)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { id, projectId: row.project_id, project: row.key, fields: fieldsOf(row), sealedSecret: row.sealed_secret };
}

export async function insertWebhook(
  query: Query,
  webhook: { id: string; projectId: number; fields: WebhookFields; sealedSecret: Uint8Array; now: number },
): Promise<void> {
  await query
    .insertInto('webhook')
    .values({
      id: webhook.id,
      project_id: webhook.projectId,
      ...columnsOf(webhook.fields),
      sealed_secret: webhook.sealedSecret,
      created_at: webhook.now,
    })
    .execute();
}

/** Replaces the fields of a webhook; false when it is gone. */
export async function changeWebhook(query: Query, id: string, fields: WebhookFields): Promise<boolean> {
  const changed = await query.updateTable('webhook').set(columnsOf(fields)).where('id', '=', id).returning('id').executeTakeFirst();
  return changed !== undefined;
}

/** Removes a webhook with its deliveries; false when it was gone. */
export async function removeWebhook(query: Query, id: string): Promise<boolean> {
  const removed = await query.deleteFrom('webhook').where('id', '=', id).returning('id').executeTakeFirst();
  return removed !== undefined;
}

export async function countWebhooks(query: Query, projectId: number): Promise<number> {
  const { n } = await query
    .selectFrom('webhook')
    .select((e) => e.fn.countAll().as('n'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

const deliveryOf = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  event: row.event,
  subject: row.subject,
  occurred_at: row.occurred_at,
  state: row.state,
  attempts: row.attempts,
  attempted_at: row.attempted_at,
  status: row.status,
  cause: row.cause,
  next_at: row.state === 'waiting' ? row.next_at : null,
});

/** Webhooks of a project, the oldest first, each with its last attempt. */
export async function webhooksOf(query: Query, projectId: number): Promise<Webhook[]> {
  const rows = await query
    .selectFrom('webhook')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return Promise.all(
    rows.map(async (row) => {
      const deliveries = query.selectFrom('webhook_delivery').where('webhook_id', '=', row.id);
      const last = await deliveries
        .selectAll()
        .where('attempted_at', 'is not', null)
        .orderBy('attempted_at', 'desc')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      const { n } = await deliveries
        .select((e) => e.fn.countAll().as('n'))
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow();
      return {
        id: row.id,
        ...fieldsOf(row),
        created_at: row.created_at,
        last: last === undefined ? null : deliveryOf(last),
        waiting: Number(n),
      };
    }),
  );
}

/** Deliveries of a webhook, the newest first. */
export async function deliveriesOf(query: Query, webhookId: string, limit: number): Promise<WebhookDelivery[]> {
  const rows = await query
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('occurred_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(deliveryOf);
}

export const findDelivery = (query: Query, id: string): Promise<DeliveryRow | undefined> =>
  query.selectFrom('webhook_delivery').selectAll().where('id', '=', id).executeTakeFirst();

/** Makes a delivery due at once, with all its attempts before it; false while a server attempts it, and when it is gone. */
export async function redeliver(query: Query, id: string, now: number): Promise<boolean> {
  const queued = await query
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', failures: 0, next_at: now })
    .where('id', '=', id)
    .where('lease_until', '<=', now)
    .returning('id')
    .executeTakeFirst();
  return queued !== undefined;
}

/** A delivery for the time of one attempt, with where it goes. */
export interface ClaimedDelivery {
  delivery: DeliveryRow;
  webhook: Pick<WebhookRow, 'id' | 'url' | 'sealed_secret'>;
}

/**
 * Claims the delivery that has waited longest, in one statement: of many servers that ask at once each gets another one. Events
 * of a paused webhook wait, a test does not. Undefined when none is due.
 * @param busy webhooks this server sends to at the moment
 */
export async function claimDelivery(
  query: Query,
  dialect: Dialect,
  { holder, until, now, busy }: { holder: string; until: number; now: number; busy: readonly string[] },
): Promise<ClaimedDelivery | undefined> {
  const due = query
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
    .select('webhook_delivery.id')
    .where('webhook_delivery.state', '=', 'waiting')
    .where('webhook_delivery.next_at', '<=', now)
    .where('webhook_delivery.lease_until', '<=', now)
    .where((where) => where.or([where('webhook.active', '=', 1), where('webhook_delivery.event', '=', 'test')]))
    // An empty list must exclude nothing; SQL has no empty "in".
    .where('webhook.id', 'not in', busy.length === 0 ? [''] : [...busy])
    .orderBy('webhook_delivery.next_at')
    .orderBy('webhook_delivery.id')
    .limit(1);
  const delivery = await query
    .updateTable('webhook_delivery')
    .set({ attempts: sql<number>`attempts + 1`, attempted_at: now, lease_holder: holder, lease_until: until })
    .where('id', '=', dialect === 'postgres' ? due.forUpdate('webhook_delivery').skipLocked() : due)
    .returningAll()
    .executeTakeFirst();
  if (delivery === undefined) return undefined;
  const webhook = await query
    .selectFrom('webhook')
    .select(['id', 'url', 'sealed_secret'])
    .where('id', '=', delivery.webhook_id)
    .executeTakeFirst();
  // Removed in this moment, and the delivery with it.
  return webhook === undefined ? undefined : { delivery, webhook };
}

/** Outcome of an attempt. */
export interface AttemptEnd {
  state: DeliveryRow['state'];
  status: number | null;
  cause: string | null;
  nextAt: number;
}

/** Notes how an attempt ended. Nothing is noted once the claim was lost: another server attempts it. */
export async function endAttempt(query: Query, id: string, holder: string, { state, status, cause, nextAt }: AttemptEnd): Promise<void> {
  await query
    .updateTable('webhook_delivery')
    .set({
      state,
      status,
      cause,
      next_at: nextAt,
      failures: cause === null ? sql<number>`failures` : sql<number>`failures + 1`,
      lease_holder: null,
      lease_until: 0,
    })
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .execute();
}

/** Gives unfinished claims back, of one server or (null) of all. The same deliveries are attempted again. */
export async function releaseDeliveries(query: Query, holder: string | null): Promise<void> {
  const claimed = query.updateTable('webhook_delivery').set({ lease_holder: null, lease_until: 0 });
  await (holder === null ? claimed.where('lease_holder', 'is not', null) : claimed.where('lease_holder', '=', holder)).execute();
}

/** Drops deliveries from the log that ended long ago. */
export async function dropEndedDeliveries(query: Query, now: number): Promise<void> {
  await query
    .deleteFrom('webhook_delivery')
    .where('state', '!=', 'waiting')
    .where('attempted_at', '<', now - DELIVERIES_KEPT_DAYS * DAY_MS)
    .execute();
}
