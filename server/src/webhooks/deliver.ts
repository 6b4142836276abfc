import { randomUUID } from 'node:crypto';
import { messageOf } from '@echometry/contract/rules/message-of.ts';
import type { Db } from '../db/connect.ts';
import { type AttemptEnd, claimDelivery, type ClaimedDelivery, endAttempt, releaseDeliveries } from '../db/webhooks.ts';
import type { Resolve } from '../outgoing/public-address.ts';
import type { SecretBox } from '../workspace/secret-box.ts';
import { DELIVERIES_AT_ONCE, DELIVERY_LEASE_MS, LOOK_FOR_DELIVERIES_MS, RETRY_WAITS_MS } from './limits.ts';
import { openWebhookSecret } from './sealed-secret.ts';
import { sendDelivery, type Sent } from './send-delivery.ts';
import type { WebhookSettings } from './webhook-settings.ts';

/** Sends what is queued for webhooks, as calls see it. */
export interface Deliveries {
  /** There is something new to send. */
  wake: () => void;
}

export interface DeliveryRunner extends Deliveries {
  /** Ends all attempts; what was not delivered waits for the next start. */
  close: () => Promise<void>;
}

export interface DeliveryOptions {
  db: Db;
  secrets: SecretBox;
  config: WebhookSettings;
  /** Other servers deliver events of the same workspace: their claims are left to them until they run out. */
  shared?: boolean;
  now: () => number;
  /** Failures that are not a receiver's. */
  complain: (line: string) => void;
  /** Finds the addresses of a name; the system does by default. */
  resolve?: Resolve;
}

const SEALED_OTHERWISE =
  'The secret of this webhook cannot be opened with the keys of this workspace. Remove the webhook and make it again.';

/** State of a delivery after an attempt: a test is attempted once, and events until the last wait is over. */
export function endOf({ event, failures }: ClaimedDelivery['delivery'], { status, cause }: Sent, now: number): AttemptEnd {
  if (cause === null) return { state: 'delivered', status, cause, nextAt: now };
  const wait = event === 'test' ? undefined : RETRY_WAITS_MS[failures];
  return wait === undefined ? { state: 'given-up', status, cause, nextAt: now } : { state: 'waiting', status, cause, nextAt: now + wait };
}

/**
 * Delivers events to webhooks, one at a time to each. A delivery is claimed before it is attempted; a server that is killed in
 * between leaves the claim, and the delivery is attempted again when the claim has run out, with the same id.
 */
export async function startDeliveries(options: DeliveryOptions): Promise<DeliveryRunner> {
  if (options.shared !== true) await releaseDeliveries(options.db.query, null);
  return new Runner(options);
}

class Runner implements DeliveryRunner {
  readonly #options: DeliveryOptions;
  readonly #holder = randomUUID();
  /** Attempts under way, by webhook. */
  readonly #running = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#timer = setInterval(this.wake, LOOK_FOR_DELIVERIES_MS);
    this.#timer.unref();
    this.wake();
  }

  // One look after the other, so that no more attempts run than may.
  readonly wake = (): void => {
    this.#looking = this.#looking
      .then(() => this.#claimAll())
      .catch((error: unknown) => this.#options.complain(`looking for deliveries of webhooks: ${messageOf(error)}`));
  };

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#looking;
    await Promise.all(this.#running.values());
    await releaseDeliveries(this.#options.db.query, this.#holder);
  }

  async #claimAll(): Promise<void> {
    const { db, now } = this.#options;
    while (this.#running.size < DELIVERIES_AT_ONCE && !this.#closing.signal.aborted) {
      const at = now();
      const busy = [...this.#running.keys()];
      const claimed = await claimDelivery(db.query, db.dialect, { holder: this.#holder, until: at + DELIVERY_LEASE_MS, now: at, busy });
      if (claimed === undefined) return;
      this.#begin(claimed);
    }
  }

  #begin(claimed: ClaimedDelivery): void {
    const { id } = claimed.webhook;
    const ended = this.#attempt(claimed)
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted) this.#options.complain(`delivery ${claimed.delivery.id} of a webhook: ${messageOf(error)}`);
      })
      .finally(() => {
        this.#running.delete(id);
        this.wake();
      });
    this.#running.set(id, ended);
  }

  async #attempt(claimed: ClaimedDelivery): Promise<void> {
    const { db, now } = this.#options;
    const sent = await this.#send(claimed);
    await endAttempt(db.query, claimed.delivery.id, this.#holder, endOf(claimed.delivery, sent, now()));
  }

  async #send({ delivery: { id, event, body }, webhook }: ClaimedDelivery): Promise<Sent> {
    const { secrets, config, now, resolve } = this.#options;
    let secret: string;
    try {
      secret = openWebhookSecret(secrets, webhook.id, webhook.sealed_secret);
    } catch {
      return { status: null, cause: SEALED_OTHERWISE };
    }
    return sendDelivery({
      url: webhook.url,
      hosts: config.webhookHosts,
      secret,
      event,
      id,
      body,
      at: now(),
      signal: this.#closing.signal,
      ...(resolve === undefined ? {} : { resolve }),
    });
  }
}
