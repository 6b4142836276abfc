/**
 * Keeps the shell (page, scripts, styles, engine) of one build in the browser, so that a reload without a network opens
 * the page and what the journal holds. It keeps no call and no image.
 */
import { routeOf } from './routes.ts';

/** Put in by the build: its name, and the addresses of its files. */
declare const SHELL_BUILD: string;
declare const SHELL_FILES: readonly string[];

/** The parts of the service worker's scope used here; TypeScript knows either a page or a worker. */
interface LifeEvent {
  waitUntil: (work: Promise<unknown>) => void;
}
interface FetchEvent {
  readonly request: Request;
  respondWith: (response: Promise<Response>) => void;
}
interface ServiceWorkerScope {
  readonly location: Location;
  addEventListener: ((type: 'install' | 'activate', listener: (event: LifeEvent) => void) => void) &
    ((type: 'fetch', listener: (event: FetchEvent) => void) => void);
}
const scope = globalThis as unknown as ServiceWorkerScope;

const PREFIX = 'echometry-shell-';
const CACHE = `${PREFIX}${SHELL_BUILD}`;
/** Every page is the same document: it is kept once, with the policy header that names its nonce. */
const PAGE = '/';
const FILES: ReadonlySet<string> = new Set(SHELL_FILES);
/** A server that is being restarted, or a proxy without one. */
const SERVER_AWAY_FROM = 500;

scope.addEventListener('install', (event) => {
  event.waitUntil(keepShell());
});
// Takes over when no page of the build before is open any more: such a page still needs its own files.
scope.addEventListener('activate', (event) => {
  event.waitUntil(forgetOlderBuilds());
});
scope.addEventListener('fetch', (event) => {
  const route = routeOf(event.request, scope.location.origin, FILES);
  if (route === 'page') event.respondWith(pageFor(event.request));
  else if (route === 'file') event.respondWith(keptFile(event.request));
});

async function keepShell(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Parts that the page has loaded already come from the browser's own cache: these addresses never change their content.
  await cache.addAll(SHELL_FILES);
  await cache.add(new Request(PAGE, { cache: 'no-store' }));
}

async function forgetOlderBuilds(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
}

async function pageFor(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.status < SERVER_AWAY_FROM) return response;
    return (await keptPage()) ?? response;
  } catch (error) {
    const page = await keptPage();
    if (page) return page;
    throw error;
  }
}

const keptPage = async (): Promise<Response | undefined> => (await caches.open(CACHE)).match(PAGE);

async function keptFile(request: Request): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match(new URL(request.url).pathname);
  return kept ?? fetch(request);
}
