import { Type } from 'typebox';
import { Name, Strict } from '../records/strict.ts';
import { Webhook, WebhookDelivery, WebhookFault, WebhookFields, WebhookId, DeliveryId } from '../records/webhook.ts';
import { ADMINISTERING_ROLES } from '../rules/permissions.ts';
import { defineCall } from './call.ts';

const Refused = Strict({ outcome: Type.Literal('refused'), faults: Type.Array(WebhookFault) });

/** Webhooks of a project, the oldest first. `hosts` may be sent to by the configuration; without any, webhooks are off. */
export const webhooksList = defineCall({
  path: 'webhooks/list',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ project: Name }),
  answer: Strict({ webhooks: Type.Array(Webhook), hosts: Type.Array(Type.String()) }),
});

/** Makes a webhook. `secret` signs its deliveries; it is returned once and stored sealed. */
export const webhooksCreate = defineCall({
  path: 'webhooks/create',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ project: Name, fields: WebhookFields }),
  answer: Type.Union([Strict({ outcome: Type.Literal('made'), id: WebhookId, secret: Type.String() }), Refused]),
});

/** Replaces the fields of a webhook; its secret stays. */
export const webhooksChange = defineCall({
  path: 'webhooks/change',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ id: WebhookId, fields: WebhookFields }),
  answer: Type.Union([Strict({ outcome: Type.Literal('changed') }), Refused]),
});

/** Removes a webhook with its log; what waits is not delivered. False when it was gone. */
export const webhooksRemove = defineCall({
  path: 'webhooks/remove',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ id: WebhookId }),
  answer: Strict({ removed: Type.Boolean() }),
});

/** Deliveries of a webhook, the newest first; `more` when older ones are not listed. */
export const webhooksDeliveries = defineCall({
  path: 'webhooks/deliveries',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ id: WebhookId }),
  answer: Strict({ deliveries: Type.Array(WebhookDelivery), more: Type.Boolean() }),
});

/** Sends a delivery again, at once and with the same id; false while it is being sent, and when it is no longer kept. */
export const webhooksRedeliver = defineCall({
  path: 'webhooks/redeliver',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ id: DeliveryId }),
  answer: Strict({ queued: Type.Boolean() }),
});

/** Sends the event `test` once, also to a paused webhook. */
export const webhooksTest = defineCall({
  path: 'webhooks/test',
  method: 'POST',
  service: 'admin',
  access: { need: 'role', roles: ADMINISTERING_ROLES },
  body: Strict({ id: WebhookId }),
  answer: Strict({ delivery: DeliveryId }),
});

/** All calls of this module. */
export const webhookCalls = {
  webhooksList,
  webhooksCreate,
  webhooksChange,
  webhooksRemove,
  webhooksDeliveries,
  webhooksRedeliver,
  webhooksTest,
};
