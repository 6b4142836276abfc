/** Requests that Node.js refuses before a route sees them: what is sent is not HTTP, is too large, or comes too slowly. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '@echometry/contract/calls/error.ts';
import type { ConnectionError, FastifyInstance } from 'fastify';
import { REFUSED_PATH } from './request-target.ts';

const BAD_REQUEST = 400;
const STATUS_OF: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
const MESSAGES: Readonly<Record<number, string>> = {
  400: 'The request is not HTTP as this server reads it',
  408: 'The request did not arrive in time',
  431: 'The headers of the request are too large',
};
/** Headers of a response that belong to its own body and connection. */
const OWN: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'content-length', 'transfer-encoding', 'content-type']);

/** Responds with the headers of every other response, and closes the connection. */
export async function refuseUnreadable(app: FastifyInstance, { code }: ConnectionError, socket: Socket): Promise<void> {
  // Amid an earlier response of this connection, another one would be read as its body.
  if (code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const { headers } = await app.inject({ url: REFUSED_PATH });
  const status = STATUS_OF[code] ?? BAD_REQUEST;
  const body = JSON.stringify({ code: 'invalid-body', message: MESSAGES[status] ?? '' } satisfies ErrorBody);
  const usual = Object.entries(headers).filter(([name]) => !OWN.has(name));
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...usual.map(([name, value]) => `${name}: ${String(value)}`),
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
