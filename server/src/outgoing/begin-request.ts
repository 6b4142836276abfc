import { type ClientRequest, type IncomingMessage, request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { LATE } from './network-failure.ts';

/** A request to an address of the configuration. Redirects are not followed. */
export interface Outgoing {
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Time until the response begins, in ms. */
  responseMs: number;
  /** Sent with POST; GET without one. */
  body?: Uint8Array;
  /** Looks up the address to connect to, in place of the system. */
  lookup?: NonNullable<RequestOptions['lookup']>;
}

/**
 * Sends a request, and waits until the response begins.
 * @throws the error of the connection, or `LATE`
 */
export function beginRequest(
  url: URL,
  { headers, signal, responseMs, body, lookup }: Outgoing,
): Promise<{ sent: ClientRequest; response: IncomingMessage }> {
  const options: RequestOptions = {
    headers,
    signal,
    ...(body === undefined ? {} : { method: 'POST' }),
    ...(lookup === undefined ? {} : { agent: false, lookup }),
  };
  return new Promise((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options);
    const timer = setTimeout(() => sent.destroy(LATE), responseMs);
    sent.once('response', (response) => {
      clearTimeout(timer);
      resolve({ sent, response });
    });
    // Stays after the response: a connection may break at any time.
    sent.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    sent.end(body);
  });
}
