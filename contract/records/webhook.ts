import { Type, type Static } from 'typebox';
import { Instant, Name, Nullable, OneOf, Strict } from './strict.ts';

/** Beginning of every secret of a webhook, by which scanners for leaked secrets find them. */
export const WEBHOOK_SECRET_PREFIX = 'echo_whs_';

/** Webhooks of a project. */
export const MAX_WEBHOOKS = 20;
export const MAX_WEBHOOK_NAME = 80;
/** Longest address, in characters. */
export const MAX_WEBHOOK_URL = 2000;

/** Events of a project that a webhook can be sent, in the order of the form. */
export const WEBHOOK_EVENTS = [
  'study-imported',
  'analysis-finished',
  'review-finished',
  'review-reopened',
  'export-ready',
  'release-made',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The event of a delivery: one of the project, or a test that an Admin asked for. */
export const DELIVERED_EVENTS = [...WEBHOOK_EVENTS, 'test'] as const;
export type DeliveredEvent = (typeof DELIVERED_EVENTS)[number];

/** `waiting` for its next attempt; `delivered` once the receiver accepted it; `given-up` when no further attempt follows. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'given-up'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Public name of a webhook. */
export const WebhookId = Type.String({ pattern: '^[0-9a-f]{16}$' });
/** Id of a delivery: the receiver sees the same one at every attempt. */
export const DeliveryId = Type.String({ pattern: '^[0-9a-f-]{36}$' });

/** Fields of a webhook that Admins choose. */
export const WebhookFields = Strict({
  name: Type.String({ minLength: 1, maxLength: MAX_WEBHOOK_NAME, pattern: '\\S' }),
  url: Type.String({ minLength: 1, maxLength: MAX_WEBHOOK_URL }),
  events: Type.Array(OneOf(WEBHOOK_EVENTS), { minItems: 1, maxItems: WEBHOOK_EVENTS.length, uniqueItems: true }),
  /** Nothing is sent while it is paused, and events of that time are not sent later. */
  active: Type.Boolean(),
});
export type WebhookFields = Static<typeof WebhookFields>;

/** One event for one webhook, with its last attempt. */
export const WebhookDelivery = Strict({
  id: DeliveryId,
  event: OneOf(DELIVERED_EVENTS),
  /** The study, the export or the release; empty for a test. */
  subject: Type.String(),
  occurred_at: Instant,
  state: OneOf(DELIVERY_STATES),
  attempts: Type.Integer({ minimum: 0 }),
  attempted_at: Nullable(Instant),
  /** Status of the last response; null where none came. */
  status: Nullable(Type.Integer()),
  /** Why the last attempt failed; null when it did not. */
  cause: Nullable(Type.String()),
  /** Null where no attempt follows. */
  next_at: Nullable(Instant),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

/** A webhook as Admins see it: without its secret. */
export const Webhook = Strict({
  id: WebhookId,
  ...WebhookFields.properties,
  created_at: Instant,
  /** The newest delivery that was attempted; null before the first attempt. */
  last: Nullable(WebhookDelivery),
  /** Deliveries that wait. */
  waiting: Type.Integer({ minimum: 0 }),
});
export type Webhook = Static<typeof Webhook>;

/** A field that cannot be saved as it is. */
export const WebhookFault = Strict({ field: Name, message: Type.String() });
export type WebhookFault = Static<typeof WebhookFault>;
