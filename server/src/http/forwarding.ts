import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Headers by which a proxy or a content network in between shows itself, besides everything that names forwarding. */
const NAMES = new Set(['via', 'client-ip', 'true-client-ip', 'cdn-loop', 'proxy-connection', 'x-host', 'x-proxyuser-ip']);
const PREFIXES = [
  'x-original-',
  'x-real-',
  'x-client-',
  'x-cluster-',
  'x-remote-',
  'x-rewrite-',
  'x-proxy-',
  'x-envoy-',
  'x-azure-',
  'x-appengine-',
  'x-arr-',
  'x-amzn-',
  'x-akamai-',
  'akamai-',
  'fastly-',
  'cf-',
];
const FORWARDING = /forward/;

/** The first header that shows a proxy; null where there is none. */
export const forwardingHeader = (headers: FastifyRequest['headers']): string | null =>
  Object.keys(headers).find((name) => FORWARDING.test(name) || NAMES.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix))) ??
  null;

/** Loopback, link-local and private networks (RFC 1918, RFC 4193): possible addresses of our own proxy. */
function isNearby(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  if (isIP(plain) === 4) return /^(127|10)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2[0-9]|3[01])\./.test(plain);
  return plain === '::1' || /^(fe80|f[cd])/i.test(plain);
}

/**
 * The server is behind a proxy that the settings do not name: every client then has the proxy's address, so that what one of them
 * does wrong would count for all. Only a nearby sender is believed to be one; any client can write a header.
 */
export const isBehindUnknownProxy = (request: FastifyRequest): boolean =>
  request.ip === request.socket.remoteAddress && isNearby(request.ip) && forwardingHeader(request.headers) !== null;

/** How often an unknown proxy is named in the log, in ms. */
const NOTICE_EVERY_MS = 60 * 60 * 1000;

/** Warns about a proxy in front of the server that `trusted_proxies` does not name. */
export function noticeUnknownProxies(app: FastifyInstance, options: { now: () => number; notice: (text: string) => void }): void {
  let noticed = Number.NEGATIVE_INFINITY;
  app.addHook('onRequest', async (request) => {
    if (options.now() - noticed < NOTICE_EVERY_MS || !isBehindUnknownProxy(request)) return;
    noticed = options.now();
    options.notice(
      `A PROXY IN FRONT OF THE SERVER IS NOT LISTED IN config.json: ${request.ip} sent the header ${forwardingHeader(request.headers)}. ` +
        `Until it is listed, all users share one address, and attempts to sign in are slowed down by account only. ` +
        `Name it: "trusted_proxies": ["${request.ip}"].\n`,
    );
  });
}
