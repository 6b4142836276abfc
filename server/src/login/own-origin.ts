import type { FastifyRequest } from 'fastify';
import type { OriginSettings } from './login-settings.ts';

const LOOPBACK_HOSTS = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?$/;

/** Scheme, host and port under which this person sees us; null under an unconfigured name, which any client can choose. */
export function ownOrigin(request: Pick<FastifyRequest, 'headers'>, config: OriginSettings): string | null {
  const host = request.headers.host ?? '';
  const configured = [...(config.publicOrigin === null ? [] : [config.publicOrigin]), ...config.returnOrigins].find(
    (origin) => new URL(origin).host === host,
  );
  if (configured !== undefined) return configured;
  return LOOPBACK_HOSTS.test(host) ? `http://${host}` : null;
}
