import { randomUUID } from 'node:crypto';
import type { DeliveredEvent, WebhookEvent } from '@echometry/contract/records/webhook.ts';
import type { Kysely, Transaction } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { Database } from './schema.ts';

type Query = Kysely<Database>;

/** Wait from the newest image of a study to the announcement of its import, in ms. */
export const IMPORT_QUIET_MS = 60_000;

/** Ids and states that a delivery contains besides the event: never a name, a measured value or a part of a picture. */
export type EventFacts = Readonly<Record<string, string | number | boolean | null>>;

/** An event of a project, for its webhooks. */
export interface ProjectEvent {
  event: WebhookEvent;
  at: number;
  /** The study it is about, or the project with the id of something else; both by their numbers in the database. */
  of: { projectId: number; subject?: string } | { studyId: number };
  facts: EventFacts;
  /** Accounts whose work it is: work of test users is not announced. */
  people?: readonly number[];
}

interface Hook {
  id: string;
  project: string;
  /** Empty where the event is not about one. */
  study: string;
  events: string;
}

/**
 * Webhooks that are sent an event. They are locked against removal until the transaction ends, so that a removal at the same
 * moment cannot make a save fail.
 */
async function hooksFor(
  query: Transaction<Database>,
  dialect: Dialect,
  { event, of }: Pick<ProjectEvent, 'event' | 'of'>,
): Promise<Hook[]> {
  const found =
    'projectId' in of
      ? query
          .selectFrom('webhook')
          .innerJoin('project', 'project.id', 'webhook.project_id')
          .select((e) => ['webhook.id', 'project.key as project', 'webhook.events', e.val('').as('study')])
          .where('webhook.project_id', '=', of.projectId)
      : query
          .selectFrom('webhook')
          .innerJoin('project', 'project.id', 'webhook.project_id')
          .innerJoin('study', 'study.project_id', 'project.id')
          .select(['webhook.id', 'project.key as project', 'webhook.events', 'study.study_id as study'])
          .where('study.id', '=', of.studyId);
  const active = found.where('webhook.active', '=', 1).orderBy('webhook.id');
  const rows: Hook[] = await (dialect === 'postgres' ? active.forKeyShare('webhook') : active).execute();
  return rows.filter(({ events }) => (JSON.parse(events) as WebhookEvent[]).includes(event));
}

/** Whether one of the accounts is a test user, of the workspace or of the project. */
async function isOfTestUser(query: Query, people: readonly number[], webhookId: string): Promise<boolean> {
  if (people.length === 0) return false;
  const found = await query
    .selectFrom('user_account')
    .select('id')
    .where('id', 'in', [...people])
    .where((where) =>
      where.or([
        where('is_test', '=', 1),
        where.exists(
          where
            .selectFrom('project_test_user')
            .innerJoin('webhook', 'webhook.project_id', 'project_test_user.project_id')
            .select('project_test_user.user_id')
            .where('webhook.id', '=', webhookId)
            .whereRef('project_test_user.user_id', '=', 'user_account.id'),
        ),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

interface NewDelivery {
  webhookId: string;
  event: DeliveredEvent;
  subject: string;
  project: string;
  at: number;
  facts: EventFacts;
  nextAt: number;
}

const bodyOf = (id: string, { event, at, project, facts }: Omit<NewDelivery, 'webhookId' | 'subject' | 'nextAt'>): string =>
  JSON.stringify({ event, delivery: id, time: new Date(at).toISOString(), project, ...facts });

/** Stores a delivery that waits for its first attempt. */
export async function storeDelivery(query: Query, delivery: NewDelivery): Promise<string> {
  const id = randomUUID();
  await query
    .insertInto('webhook_delivery')
    .values({
      id,
      webhook_id: delivery.webhookId,
      event: delivery.event,
      subject: delivery.subject,
      body: bodyOf(id, delivery),
      occurred_at: delivery.at,
      state: 'waiting',
      attempts: 0,
      failures: 0,
      attempted_at: null,
      status: null,
      cause: null,
      next_at: delivery.nextAt,
      lease_holder: null,
      lease_until: 0,
    })
    .execute();
  return id;
}

/**
 * Queues an event for every webhook that is sent it, in the transaction in which it happens: neither is there without the other.
 * Called before `recordAct`: a removal of a webhook takes the two locks in this order, too.
 */
export async function queueEvent(query: Transaction<Database>, dialect: Dialect, happened: ProjectEvent): Promise<void> {
  const hooks = await hooksFor(query, dialect, happened);
  const [first] = hooks;
  if (first === undefined || (await isOfTestUser(query, happened.people ?? [], first.id))) return;
  const { event, at, of, facts } = happened;
  for (const { id, project, study } of hooks) {
    const about = study === '' ? facts : { study, ...facts };
    const subject = 'projectId' in of ? (of.subject ?? '') : study;
    await storeDelivery(query, { webhookId: id, event, subject, project, at, facts: about, nextAt: at });
  }
}

/**
 * Queues that images of studies were imported. It is sent once the studies got no image for a minute: until then every further
 * image puts it off. The project is locked by the caller.
 */
export async function queueStudiesImported(
  query: Transaction<Database>,
  dialect: Dialect,
  { projectId, studies, at }: { projectId: number; studies: readonly string[]; at: number },
): Promise<void> {
  const event = 'study-imported';
  for (const { id, project } of await hooksFor(query, dialect, { event, of: { projectId } })) {
    const waiting = await query
      .selectFrom('webhook_delivery')
      .select(['id', 'subject'])
      .where('webhook_id', '=', id)
      .where('event', '=', event)
      .where('subject', 'in', [...studies])
      .where('state', '=', 'waiting')
      .where('attempts', '=', 0)
      .execute();
    const known = new Map(waiting.map(({ subject, id: delivery }) => [subject, delivery]));
    for (const study of studies) {
      const facts = { study };
      const delivery = known.get(study);
      const nextAt = at + IMPORT_QUIET_MS;
      const put =
        delivery !== undefined &&
        (await query
          .updateTable('webhook_delivery')
          .set({ body: bodyOf(delivery, { event, at, project, facts }), occurred_at: at, next_at: nextAt })
          .where('id', '=', delivery)
          .where('attempts', '=', 0)
          .returning('id')
          .executeTakeFirst()) !== undefined;
      if (!put) await storeDelivery(query, { webhookId: id, event, subject: study, project, at, facts, nextAt });
    }
  }
}
