/**
 * Endpoints for a balancer and a monitor: /health, /ready and /metrics. None of them contains anything about people or studies.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isFromThisComputer } from '../this-computer.ts';
import type { Metrics } from './metrics.ts';
import { readinessOf, type Watched } from './readiness.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Programs of this computer read the metrics, and every client with the token. */
function mayMonitor(request: FastifyRequest, token: string | null): boolean {
  const { authorization } = request.headers;
  if (authorization === undefined) return token === null && isFromThisComputer(request);
  return token !== null && timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));
}

const json = (reply: FastifyReply, status: number, body: unknown): FastifyReply =>
  reply.code(status).type('application/json; charset=utf-8').header('cache-control', 'no-store').send(JSON.stringify(body));

export interface OperationsOptions {
  services: Watched;
  metrics: Metrics;
  /** Bearer token of a monitor elsewhere; null allows only programs of this computer. */
  token: string | null;
}

/** Counts every response, and serves balancers and monitors. */
export function serveOperations(app: FastifyInstance, { services, metrics, token }: OperationsOptions): void {
  const readiness = readinessOf(services);
  app.addHook('onResponse', async (request, reply) => {
    metrics.answered({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
  app.get('/health', (_request, reply) => json(reply, 200, { status: 'alive' }));
  app.get('/ready', async (_request, reply) => {
    const found = await readiness();
    if (found.ready) return json(reply, 200, { status: 'ready' });
    const { away, reason } = found;
    return json(reply, 503, { status: 'not ready', away, ...(reason === undefined ? {} : { reason }) });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayMonitor(request, token))
      return json(reply, 401, {
        code: 'unauthorized',
        message: 'Metrics are for programs of this computer, or with the token of ECHOMETRY_METRICS_TOKEN',
      });
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text());
  });
}
