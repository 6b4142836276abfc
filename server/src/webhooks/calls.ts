import type { WebhookFault, WebhookFields } from '@echometry/contract/records/webhook.ts';
import { MAX_WEBHOOKS } from '@echometry/contract/records/webhook.ts';
import type { Transaction } from 'kysely';
import type { Handlers } from '../access/call-route.ts';
import type { Caller } from '../access/caller.ts';
import { recordAct } from '../db/audit.ts';
import { findProject, type ProjectRow } from '../db/projects.ts';
import type { Database } from '../db/schema.ts';
import { storeDelivery } from '../db/webhook-events.ts';
import {
  changeWebhook,
  countWebhooks,
  deliveriesOf,
  findDelivery,
  findWebhook,
  type FoundWebhook,
  insertWebhook,
  newWebhookId,
  redeliver,
  removeWebhook,
  webhooksOf,
} from '../db/webhooks.ts';
import { notFound } from '../errors.ts';
import { LISTED_DELIVERIES } from './limits.ts';
import { newWebhookSecret, sealWebhookSecret } from './sealed-secret.ts';
import type { WebhookServices } from './services.ts';
import { allowedUrl } from './webhook-settings.ts';

type WebhookCalls =
  | 'webhooksList'
  | 'webhooksCreate'
  | 'webhooksChange'
  | 'webhooksRemove'
  | 'webhooksDeliveries'
  | 'webhooksRedeliver'
  | 'webhooksTest';

const NO_WEBHOOK = 'There is no such webhook. Another Admin may have removed it';
const MOST = `This project has ${MAX_WEBHOOKS} webhooks, which is the most. Remove one you no longer need.`;

/** Fields for the audit; of the address the host only, as the rest may contain a key of the receiver. */
const detailOf = ({ name, url, events, active }: WebhookFields) => ({
  name: name.trim(),
  host: new URL(url).host,
  events: events.join(' '),
  active,
});

/** Steps that the handlers share. */
function toolsOf({ db, now }: WebhookServices) {
  const webhookOf = async (id: string): Promise<FoundWebhook> => {
    const found = await findWebhook(db.query, id);
    if (found === null) throw notFound('id', NO_WEBHOOK);
    return found;
  };

  /** Makes a change and records it, in one transaction; nothing is recorded when it returns false. */
  const acting = (
    caller: Caller,
    { act, subject, detail }: { act: string; subject: string; detail: Record<string, string | boolean> },
    change: (inside: Transaction<Database>) => Promise<boolean>,
  ): Promise<boolean> =>
    db.query.transaction().execute(async (inside) => {
      if (!(await change(inside))) return false;
      const by = { actorId: caller.user.id, role: caller.role };
      await recordAct(inside, db.dialect, { at: now(), ...by, act, studyId: null, subject, detail });
      return true;
    });

  return { webhookOf, acting };
}

type OfDeliveries = 'webhooksDeliveries' | 'webhooksRedeliver' | 'webhooksTest';

/** Webhooks of projects. */
function settingHandlers(services: WebhookServices): Pick<Handlers, Exclude<WebhookCalls, OfDeliveries>> {
  const { db, config, secrets, deliveries } = services;
  const { webhookOf, acting } = toolsOf(services);

  const projectOf = async (key: string): Promise<ProjectRow> => {
    const row = await findProject(db.query, { key });
    if (row === null) throw notFound('project', 'There is no such project');
    return row;
  };

  const faultsOf = ({ url }: WebhookFields): WebhookFault[] => {
    const allowed = allowedUrl(url, config.webhookHosts);
    return typeof allowed === 'string' ? [{ field: 'url', message: allowed }] : [];
  };

  const webhooksList: Handlers['webhooksList'] = async ({ body }) => ({
    webhooks: await webhooksOf(db.query, (await projectOf(body.project)).id),
    hosts: config.webhookHosts.map(({ host }) => host),
  });

  const webhooksCreate: Handlers['webhooksCreate'] = async ({ body: { project, fields }, caller }) => {
    const row = await projectOf(project);
    const faults = faultsOf(fields);
    if (faults.length > 0) return { outcome: 'refused', faults };
    const id = newWebhookId();
    const secret = newWebhookSecret();
    const webhook = { id, projectId: row.id, fields, sealedSecret: sealWebhookSecret(secrets, id, secret), now: services.now() };
    const made = await acting(caller, { act: 'webhook-made', subject: id, detail: { project, ...detailOf(fields) } }, async (inside) => {
      if ((await countWebhooks(inside, row.id)) >= MAX_WEBHOOKS) return false;
      await insertWebhook(inside, webhook);
      return true;
    });
    return made ? { outcome: 'made', id, secret } : { outcome: 'refused', faults: [{ field: 'name', message: MOST }] };
  };

  const webhooksChange: Handlers['webhooksChange'] = async ({ body: { id, fields }, caller }) => {
    const { project, fields: before } = await webhookOf(id);
    // A webhook whose host is no longer allowed can still be paused.
    const faults = fields.url === before.url && !fields.active ? [] : faultsOf(fields);
    if (faults.length > 0) return { outcome: 'refused', faults };
    const changed = await acting(caller, { act: 'webhook-changed', subject: id, detail: { project, ...detailOf(fields) } }, (inside) =>
      changeWebhook(inside, id, fields),
    );
    if (!changed) throw notFound('id', NO_WEBHOOK);
    deliveries.wake();
    return { outcome: 'changed' };
  };

  const webhooksRemove: Handlers['webhooksRemove'] = async ({ body: { id }, caller }) => {
    const found = await findWebhook(db.query, id);
    if (found === null) return { removed: false };
    const { project, fields } = found;
    return {
      removed: await acting(caller, { act: 'webhook-removed', subject: id, detail: { project, ...detailOf(fields) } }, (inside) =>
        removeWebhook(inside, id),
      ),
    };
  };

  return { webhooksList, webhooksCreate, webhooksChange, webhooksRemove };
}

/** The log of a webhook, and what is sent on request. */
function deliveryHandlers(services: WebhookServices): Pick<Handlers, OfDeliveries> {
  const { db, deliveries } = services;
  const { webhookOf, acting } = toolsOf(services);

  const webhooksDeliveries: Handlers['webhooksDeliveries'] = async ({ body: { id } }) => {
    await webhookOf(id);
    const found = await deliveriesOf(db.query, id, LISTED_DELIVERIES + 1);
    return { deliveries: found.slice(0, LISTED_DELIVERIES), more: found.length > LISTED_DELIVERIES };
  };

  const webhooksRedeliver: Handlers['webhooksRedeliver'] = async ({ body: { id }, caller }) => {
    const delivery = await findDelivery(db.query, id);
    if (delivery === undefined) return { queued: false };
    const { project } = await webhookOf(delivery.webhook_id);
    const queued = await acting(
      caller,
      { act: 'webhook-redelivered', subject: delivery.webhook_id, detail: { project, delivery: id, event: delivery.event } },
      (inside) => redeliver(inside, id, services.now()),
    );
    deliveries.wake();
    return { queued };
  };

  const webhooksTest: Handlers['webhooksTest'] = async ({ body: { id }, caller }) => {
    const { project } = await webhookOf(id);
    const at = services.now();
    let delivery = '';
    await acting(caller, { act: 'webhook-tested', subject: id, detail: { project } }, async (inside) => {
      delivery = await storeDelivery(inside, { webhookId: id, event: 'test', subject: '', project, at, facts: {}, nextAt: at });
      return true;
    });
    deliveries.wake();
    return { delivery };
  };

  return { webhooksDeliveries, webhooksRedeliver, webhooksTest };
}

/** Calls of webhooks, for Admins. No token reaches them: they have no `byToken` in the contract. */
export const webhookHandlers = (services: WebhookServices): Pick<Handlers, WebhookCalls> => ({
  ...settingHandlers(services),
  ...deliveryHandlers(services),
});
