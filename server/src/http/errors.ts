import { type ErrorBody, STORAGE_FULL } from '@echometry/contract/calls/error.ts';
import { type FastifyInstance } from 'fastify';
import { isStorageFull } from '../db/storage-full.ts';
import { Problem } from './problem.ts';

const json = 'application/json; charset=utf-8';

/** Bodies for what Fastify itself refuses, by status. */
const KNOWN: Readonly<Record<number, ErrorBody>> = {
  400: { code: 'invalid-body', message: 'The body is not valid JSON' },
  404: { code: 'not-found', message: 'No such address' },
  413: { code: 'body-too-large', message: 'The body is too large' },
  415: { code: 'invalid-body', message: 'The body must be application/json, not compressed' },
  429: { code: 'too-many-requests', message: 'Too many requests, try again in a minute' },
};

/** One place where errors become answers: `{ code, message }`, and nothing of the inside in a 5xx. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof Problem) return reply.code(error.status).type(json).header('cache-control', 'no-store').send(JSON.stringify(error.body));
    const known = KNOWN[error.statusCode ?? 500];
    if (known) return reply.code(error.statusCode ?? 500).type(json).send(JSON.stringify(known));
    if (isStorageFull(error)) {
      request.log.error({ route: request.routeOptions.url }, 'the disk is full');
      return reply.code(507).type(json).header('cache-control', 'no-store').send(JSON.stringify({ code: 'storage-full', message: STORAGE_FULL } satisfies ErrorBody));
    }
    request.log.error({ err: error, route: request.routeOptions.url }, 'call failed');
    return reply.code(500).type(json).send(JSON.stringify({ code: 'internal', message: 'The server could not answer' } satisfies ErrorBody));
  });
}
