import compress from '@fastify/compress';
import rateLimit from '@fastify/rate-limit';
import { fastify, type FastifyInstance, LogController } from 'fastify';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import { complain } from './console.ts';
import { addCalls } from './db/call-counts.ts';
import { serveDownloads } from './downloads/serve-downloads.ts';
import { CallLimits } from './http/call-limits.ts';
import { serveCalls } from './access/call-route.ts';
import { handleErrors } from './http/errors.ts';
import { noticeUnknownProxies } from './http/forwarding.ts';
import { readJsonBodies } from './http/json-body.ts';
import { limitStore } from './http/limit-store.ts';
import { refuseOddTargets, routedTarget } from './http/request-target.ts';
import { refuseUnreadable } from './http/unreadable-requests.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { answerUnknownPaths } from './login/unknown-paths.ts';
import { servePages } from './http/web-pages.ts';
import {
  CALL_BROTLI_QUALITY,
  COMPRESS_FROM_BYTES,
  CONNECTIONS_CHECK_MS,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_MS,
  MAX_BODY_BYTES,
  MAX_CONNECTIONS,
  MAX_PATH_BYTES,
  REQUEST_TIMEOUT_MS,
} from './limits.ts';
import { type AllServices, handlersOf } from './calls.ts';
import { signedFileRoutes } from './images/signed.ts';
import { loginService } from './login/routes/login-service.ts';
import { type Log, logRequests, makeLog } from './http/operations/log.ts';
import { countSave, makeMetrics, type Metrics } from './http/operations/metrics.ts';
import { serveOpenApi } from './http/operations/openapi.ts';
import { serveOperations } from './http/operations/routes.ts';

export interface AppOptions {
  services: AllServices;
  /** Folder of the built pages; null serves only the calls. */
  webRoot: string | null;
  /** Folder of packages that are offered for download; null or without them, the page states so. */
  downloads?: string | null;
  /** Origins of object stores the pages may fetch from, besides our own. */
  objectOrigins?: readonly string[];
  /** Where a proxy that is not configured is named: standard error by default. */
  notice?: (text: string) => void;
  /** Content and target of the log: trouble, to standard error, by default; false keeps tests quiet. */
  log?: false | Log;
  /** Counters; only for this service by default. */
  metrics?: Metrics;
  /** Other servers work on the same workspace: calls are counted together. */
  replica?: boolean;
  /** Lets a monitor elsewhere read the metrics; without one, programs of this computer do. */
  metricsToken?: string | null;
}

/** Counters of the limits on calls: in this server only, or shared by all servers of the workspace. */
function callLimitsOf({ services, replica = false }: AppOptions): CallLimits {
  const { db, secrets } = services;
  const add = (key: string, windowAt: number, calls: number): Promise<number> =>
    addCalls(db.query, { key: secrets.mark('calls', key), windowAt, calls });
  return new CallLimits({ now: () => Date.now(), add: replica ? add : null });
}

/** Builds the service; it listens only when main.ts starts it. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const log = options.log || makeLog('text', process.stderr);
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CONNECTIONS_CHECK_MS },
    trustProxy: options.services.config.trustedProxies.length === 0 ? false : [...options.services.config.trustedProxies],
    ...(options.log === false ? {} : { loggerInstance: log.logger }),
    // Requests are logged by the server itself (http/operations/log.ts); the lines of one are found by its id, whichever server it was.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    genReqId: () => randomUUID(),
    // Longer paths are refused first (http/request-target.ts): what the router itself refuses has no headers.
    routerOptions: { maxParamLength: MAX_PATH_BYTES },
    rewriteUrl: routedTarget,
    clientErrorHandler: (error, socket) => {
      refuseUnreadable(app, error, socket).catch(() => socket.destroy());
    },
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  app.decorateRequest('caller', null);
  handleErrors(app);
  if (log.format === 'json') logRequests(app);
  readJsonBodies(app);
  await addSecurityHeaders(app, { objectOrigins: options.objectOrigins ?? [], returnOrigins: options.services.config.returnOrigins });
  // Responses of calls only: the files of the page were compressed by the build, images are compressed already.
  await app.register(compress, {
    globalDecompression: false,
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip'],
    customTypes: /^application\/(?:json|x-ndjson)/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: CALL_BROTLI_QUALITY } },
  });
  noticeUnknownProxies(app, { now: options.services.now, notice: options.notice ?? complain });
  const limits = callLimitsOf(options);
  await app.register(rateLimit, { global: false, store: limitStore(limits) });
  // An inflated size would have to be capped first; our clients send nothing compressed.
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['content-encoding'] !== undefined)
      await reply
        .code(415)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ code: 'invalid-body', message: 'The body must be application/json, not compressed' }));
  });
  const metrics = options.metrics ?? makeMetrics({ db: options.services.db, folder: null });
  serveOperations(app, { services: options.services, metrics, token: options.metricsToken ?? null });
  serveOpenApi(app);
  refuseOddTargets(app);
  serveCalls(app, options.services, handlersOf(options.services), { limits, onAnswer: (name, answer) => countSave(metrics, name, answer) });
  signedFileRoutes(app, options.services);
  await loginService(app, options.services);
  await serveDownloads(app, { folder: options.downloads ?? null, config: options.services.config });
  await servePages(app, { webRoot: options.webRoot, cloud: options.services.cloud, config: options.services.config });
  answerUnknownPaths(app);
  return app;
}
