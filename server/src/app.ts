import rateLimit from '@fastify/rate-limit';
import { fastify, type FastifyInstance } from 'fastify';
import { handleErrors } from './http/errors.ts';
import { readJsonBodies } from './http/json-body.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { servePages } from './http/web-pages.ts';
import { MAX_BODY_BYTES, REQUEST_TIMEOUT_MS } from './limits.ts';
import { acceptTermsRoute } from './routes/admin/accept-terms.ts';
import { actAsRoute } from './routes/admin/act-as.ts';
import { configGetRoute } from './routes/admin/config-get.ts';
import { projectsGetRoute } from './routes/admin/projects-get.ts';
import { settingsRoutes } from './routes/admin/settings.ts';
import { usersGetRoute } from './routes/admin/users-get.ts';
import { analysisGetRoute } from './routes/analysis/get.ts';
import { historyRoutes } from './routes/analysis/history.ts';
import { lastUpdateRoute } from './routes/analysis/last-update.ts';
import { analysisUpdateRoute } from './routes/analysis/update.ts';
import { demoRoutes } from './routes/auth/demo.ts';
import { exchangeRoute } from './routes/auth/exchange.ts';
import { sessionRoute } from './routes/auth/session.ts';
import { signOutRoute } from './routes/auth/sign-out.ts';
import { filesGetRoute } from './routes/files/get.ts';
import { signedFileRoutes } from './routes/files/signed.ts';
import { filesUpdateRoute } from './routes/files/update.ts';
import { loginService } from './routes/login/login-service.ts';
import { getUrlsRoute } from './routes/minio/get-urls.ts';
import { statusRoutes } from './routes/status/status.ts';
import { studiesGetRoute } from './routes/studies/get.ts';
import { openRoutes } from './routes/studies/open.ts';
import { setGestationalAgeRoute } from './routes/studies/set-gestational-age.ts';
import { setDataTypeRoute } from './routes/studies/set-data-type.ts';
import { type Services } from './services.ts';

export interface AppOptions {
  services: Services;
  /** Folder of the built pages; null serves the calls alone. */
  webRoot: string | null;
  /** Origins of object stores the pages may fetch from, beside our own. */
  objectOrigins?: readonly string[];
  /** Where errors are logged, without query strings: standard error by default; false keeps tests quiet. */
  log?: false | { write: (line: string) => void };
}

const ROUTES: ReadonlyArray<(app: FastifyInstance, services: Services) => void> = [
  demoRoutes, exchangeRoute, sessionRoute, signOutRoute,
  configGetRoute, usersGetRoute, acceptTermsRoute, actAsRoute, projectsGetRoute, settingsRoutes,
  studiesGetRoute, openRoutes, setDataTypeRoute, setGestationalAgeRoute,
  statusRoutes,
  filesGetRoute, filesUpdateRoute, signedFileRoutes,
  analysisGetRoute, analysisUpdateRoute, lastUpdateRoute, historyRoutes,
  getUrlsRoute,
];

/** Builds the service; it listens only when main.ts says so. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: options.services.config.trustedProxies.length === 0 ? false : [...options.services.config.trustedProxies],
    logger: options.log === false ? false : { level: 'warn', stream: options.log ?? process.stderr },
    routerOptions: { maxParamLength: 512 },
  });
  app.decorateRequest('caller', null);
  handleErrors(app);
  readJsonBodies(app);
  await addSecurityHeaders(app, { objectOrigins: options.objectOrigins ?? [], returnOrigins: options.services.config.returnOrigins });
  await app.register(rateLimit, { global: false });
  // An inflated size would have to be capped first; no client of ours compresses what it sends.
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['content-encoding'] !== undefined) await reply.code(415).type('application/json; charset=utf-8').send(JSON.stringify({ code: 'invalid-body', message: 'The body must be application/json, not compressed' }));
  });
  for (const route of ROUTES) route(app, options.services);
  await loginService(app, options.services);
  await servePages(app, { webRoot: options.webRoot, cloud: options.services.cloud, config: options.services.config });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).type('application/json; charset=utf-8').send(JSON.stringify({ code: 'not-found', message: 'No such address' })));
  return app;
}
