import { DAMAGED, type ErrorBody, STORAGE_FULL, STORE_UNAVAILABLE } from '@echometry/contract/calls/error.ts';
import type { FastifyInstance } from 'fastify';
import { Damage, Problem, StoreUnavailable } from '../errors.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import { isReadOnly } from '../db/read-only.ts';
import { isStorageFull } from '../db/storage-full.ts';

const json = 'application/json; charset=utf-8';

/** When a client may ask again for what the object store could not give, in s. */
const RETRY_AFTER_S = 5;

/** Message when PostgreSQL is not reached (503): a call that broke off may have been stored, and pages send it again under its name. */
const DATABASE_AWAY =
  'The server cannot reach its database at the moment. Saved work is safe, and unsaved changes are sent again. If the problem lasts for minutes, contact the administrator';
/** Message when the server may not write where its data lie (503). */
const READ_ONLY =
  'The server has no permission to write to its data folder: nothing was stored. Saved work is safe. Contact the administrator, who can restore the permission to write';

/** Bodies for what Fastify itself refuses, by status. */
const KNOWN: Readonly<Record<number, ErrorBody>> = {
  400: { code: 'invalid-body', message: 'The body is not valid JSON' },
  404: { code: 'not-found', message: 'No such address' },
  413: { code: 'body-too-large', message: 'The body is too large' },
  415: { code: 'invalid-body', message: 'The body must be application/json, not compressed' },
  429: { code: 'too-many-requests', message: 'Too many requests, try again in a minute' },
};

/** Body for every other request that Fastify or one of its plugins finds wrong. */
const REFUSED: ErrorBody = { code: 'invalid-body', message: 'The request is not valid' };

/** The body for a status that is the client's doing; null for any other. */
const refusalOf = (status: number): ErrorBody | null => KNOWN[status] ?? (status >= 400 && status < 500 ? REFUSED : null);

/** Statuses of calls that are refused; a request that cannot be right is 400. */
const STATUSES: Partial<Record<ErrorBody['code'], number>> = {
  unauthorized: 401,
  forbidden: 403,
  'wrong-state': 409,
  'too-many-requests': 429,
};
const statusOf = (problem: Problem): number => STATUSES[problem.body.code] ?? 400;

/** One place where errors become responses: `{ code, message }`, and nothing of the inside in a 5xx. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof Problem) {
      request.log.info({ event: 'refused', code: error.body.code, route: request.routeOptions.url }, 'refused');
      return reply.code(statusOf(error)).type(json).header('cache-control', 'no-store').send(JSON.stringify(error.body));
    }
    // The client left while the response was on its way: nothing failed here, and there is no reader.
    if (reply.raw.destroyed) {
      request.log.info({ event: 'left', route: request.routeOptions.url }, 'left');
      return reply.hijack();
    }
    const known = refusalOf(error.statusCode ?? 500);
    if (known !== null)
      return reply
        .code(error.statusCode ?? 500)
        .type(json)
        .send(JSON.stringify(known));
    if (isStorageFull(error)) {
      request.log.error({ route: request.routeOptions.url }, 'the disk is full');
      return reply
        .code(507)
        .type(json)
        .header('cache-control', 'no-store')
        .send(JSON.stringify({ code: 'storage-full', message: STORAGE_FULL } satisfies ErrorBody));
    }
    if (error instanceof Damage) {
      request.log.error({ route: request.routeOptions.url }, error.message);
      return reply
        .code(410)
        .type(json)
        .header('cache-control', 'no-store')
        .send(JSON.stringify({ code: 'damaged', message: DAMAGED } satisfies ErrorBody));
    }
    if (error instanceof StoreUnavailable) {
      request.log.error({ route: request.routeOptions.url }, error.message);
      return reply
        .code(503)
        .type(json)
        .headers({ 'cache-control': 'no-store', 'retry-after': RETRY_AFTER_S })
        .send(JSON.stringify({ code: 'store-unavailable', message: STORE_UNAVAILABLE } satisfies ErrorBody));
    }
    const away = isDatabaseAway(error) ? DATABASE_AWAY : isReadOnly(error) ? READ_ONLY : null;
    if (away !== null) {
      request.log.error({ route: request.routeOptions.url }, away === READ_ONLY ? 'the data may not be written' : 'the database is away');
      return reply
        .code(503)
        .type(json)
        .headers({ 'cache-control': 'no-store', 'retry-after': RETRY_AFTER_S })
        .send(JSON.stringify({ code: 'internal', message: away } satisfies ErrorBody));
    }
    request.log.error({ err: error, route: request.routeOptions.url }, 'call failed');
    return reply
      .code(500)
      .type(json)
      .send(JSON.stringify({ code: 'internal', message: 'The server could not respond' } satisfies ErrorBody));
  });
}
