import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Inactivity } from '@echometry/contract/records/inactivity.ts';
import { ENDPOINTS_PATH, SERVICES_PLACEHOLDER, type Endpoints } from '@echometry/contract/records/endpoints.ts';
import { CLIENT_ROUTES, PICTURE_ROUTES } from '@echometry/contract/rules/client-routes.ts';
import type { FastifyInstance } from 'fastify';
import { SERVICE_PREFIX } from './service-prefix.ts';
import { NONCE_PLACEHOLDER } from './security-headers.ts';

const PAGE = 'index.html';
/** The same page where it shows a picture: the browser fetches more with it (web/preloads.ts). */
const PICTURE_PAGE = 'picture.html';
const NO_PAGES = 'The pages are not built. Build them with: npm run build';

/** Settings that the pages read. */
export interface PageSettings {
  /** Null without a foreign login service. */
  oidc: object | null;
  inactivity: Inactivity;
}

const SERVICES = JSON.stringify(SERVICE_PREFIX).replaceAll('"', '&quot;');

function documentAt(webRoot: string | null, name: string): string | null {
  const file = webRoot === null ? null : path.join(webRoot, name);
  return file !== null && existsSync(file) ? readFileSync(file, 'utf8').replaceAll(SERVICES_PLACEHOLDER, SERVICES) : null;
}

/** Serves config/endpoints.json, the page on the exact routes, and the built assets, which carry a hash in their name. */
export async function servePages(
  app: FastifyInstance,
  options: { webRoot: string | null; cloud: string; config: PageSettings },
): Promise<void> {
  const endpoints: Endpoints = {
    cloud: options.cloud,
    services: SERVICE_PREFIX,
    foreign_sign_in: options.config.oidc !== null,
    inactivity: options.config.inactivity,
  };
  app.get(ENDPOINTS_PATH, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(JSON.stringify(endpoints)),
  );

  const { webRoot } = options;
  const page = documentAt(webRoot, PAGE);
  const picturePage = documentAt(webRoot, PICTURE_PAGE) ?? page;
  for (const route of CLIENT_ROUTES) {
    const text = PICTURE_ROUTES.includes(route) ? picturePage : page;
    app.get(route, async (_request, reply) => {
      if (text === null) return reply.code(503).type('text/plain; charset=utf-8').send(NO_PAGES);
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(text.replaceAll(NONCE_PLACEHOLDER, reply.styleNonce));
    });
  }
  if (webRoot === null || page === null) return;
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    wildcard: true,
    // Brotli and gzip are made at build time and are next to the files.
    preCompressed: true,
    dotfiles: 'ignore',
    // The page needs its nonce put in: it is served only on its routes.
    allowedPath: (pathname) => pathname !== `/${PAGE}` && pathname !== `/${PICTURE_PAGE}`,
    cacheControl: false,
    setHeaders: (response, file) => {
      const hashed = path.relative(webRoot, file).startsWith(`assets${path.sep}`);
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
