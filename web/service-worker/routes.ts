/** Treatment of a request by the service worker; everything it does not know goes to the network untouched. */
import { CLIENT_ROUTES } from '@echometry/contract/rules/client-routes.ts';

/** `page`: from the network, and without one the kept shell; `file`: a kept file of the build; `network`: not ours to touch. */
export type Route = 'page' | 'file' | 'network';

const PAGES: ReadonlySet<string> = new Set(CLIENT_ROUTES);

/** Calls, images and signed addresses are never kept: they belong to a person, and to the moment. */
export function routeOf(request: Pick<Request, 'url' | 'method' | 'mode'>, origin: string, files: ReadonlySet<string>): Route {
  const { origin: from, pathname } = new URL(request.url);
  if (from !== origin || request.method !== 'GET') return 'network';
  if (request.mode === 'navigate') return PAGES.has(pathname) ? 'page' : 'network';
  return files.has(pathname) ? 'file' : 'network';
}
