import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { beginRequest } from '../outgoing/begin-request.ts';
import { failureOf } from '../outgoing/network-failure.ts';
import { checkedLookup, isPublicAddress, NotPublic, type Resolve } from '../outgoing/public-address.ts';
import { MAX_RECEIVED_BYTES, RECEIVED_MS, RECEIVER_MS } from './limits.ts';
import { allowedUrl, WEBHOOK_HOSTS, type WebhookHost } from './webhook-settings.ts';

const MS = 1000;

/** Signature of a delivery: the receiver computes the same from the header of the time and the bytes of the body. */
export const signatureOf = (secret: string, timestamp: string, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

export interface Sending {
  url: string;
  hosts: readonly WebhookHost[];
  secret: string;
  event: string;
  /** Id of the delivery. */
  id: string;
  body: string;
  /** Now, in ms. */
  at: number;
  signal: AbortSignal;
  resolve?: Resolve;
}

/** Outcome of one attempt; `cause` is null when the receiver accepted it. */
export interface Sent {
  status: number | null;
  cause: string | null;
}

const failed = (cause: string, status: number | null = null): Sent => ({ status, cause });

const notPublic = (host: string, address: string): string =>
  `${host} is at ${address}, an address that is not public, so nothing was sent. To allow it, set "private_addresses": true for this host in ${WEBHOOK_HOSTS} of config.json.`;

/** Reads a little of the response, so that the receiver can end it in peace, and closes the connection. */
async function leave(response: IncomingMessage): Promise<void> {
  const reading = (async () => {
    let bytes = 0;
    for await (const piece of response as AsyncIterable<Uint8Array>) if ((bytes += piece.length) > MAX_RECEIVED_BYTES) return;
  })();
  // The status has arrived: whatever happens to the rest changes nothing.
  await Promise.race([reading.catch(() => undefined), wait(RECEIVED_MS, undefined, { ref: false })]);
  response.destroy();
}

function outcomeOf(status: number): Sent {
  if (status >= 200 && status < 300) return { status, cause: null };
  if (status >= 300 && status < 400)
    return failed(`The receiver redirects elsewhere (status ${status}), which is not followed. Enter the address it means.`, status);
  return failed(`The receiver responded with status ${status}.`, status);
}

/**
 * Attempts one delivery. Nothing is thrown: every failure is a sentence for the log.
 * @throws the reason of the signal, when it is aborted
 */
export async function sendDelivery({ url: text, hosts, secret, event, id, body, at, signal, resolve }: Sending): Promise<Sent> {
  const allowed = allowedUrl(text, hosts);
  if (typeof allowed === 'string') return failed(allowed);
  const { url, host } = allowed;
  const mustBePublic = host.private_addresses !== true;
  // A literal address is connected to without a lookup.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (mustBePublic && isIP(literal) !== 0 && !isPublicAddress(literal)) return failed(notPublic('The receiver', literal));
  const timestamp = String(Math.floor(at / MS));
  const bytes = Buffer.from(body, 'utf8');
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(bytes.length),
    'accept-encoding': 'identity',
    'user-agent': 'Echometry-Webhook',
    'echometry-event': event,
    'echometry-delivery': id,
    'echometry-timestamp': timestamp,
    'echometry-signature': signatureOf(secret, timestamp, body),
  };
  try {
    const { sent, response } = await beginRequest(url, {
      headers,
      signal,
      body: bytes,
      responseMs: RECEIVER_MS,
      lookup: checkedLookup(mustBePublic, resolve),
    });
    await leave(response);
    sent.destroy();
    return outcomeOf(response.statusCode ?? 0);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NotPublic) return failed(notPublic(url.hostname, error.address));
    return failed(`The receiver could not be reached: ${failureOf(error, RECEIVER_MS)}`);
  }
}
