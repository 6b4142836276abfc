import type { ErrorBody } from '@echometry/contract/calls/error.ts';
import type { FastifyInstance } from 'fastify';
import { MAX_PATH_BYTES } from '../limits.ts';

/** Invalid targets are routed here, so that the hooks of every request run for them too. */
export const REFUSED_PATH = '/refused-address';

/** Dot segments: they name a place outside of the path, or nothing (RFC 3986, 3.3 and 5.2.4). */
const isOddPart = (part: string): boolean => part === '.' || part === '..';

/** C0 and DEL: no address holds them, and a NUL ends a name where the system reads it. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * Whether a request target can be an address of this server: an absolute path in origin form (RFC 9112, 3.2.1) that is
 * short enough, is encoded in UTF-8, and stays below the root.
 */
export function isPlainTarget(target: string): boolean {
  const [path = ''] = target.split('?', 1);
  if (!path.startsWith('/') || path.length > MAX_PATH_BYTES || path.includes('//')) return false;
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return false;
  }
  return !CONTROL.test(decoded) && !decoded.split(/[/\\]/).some(isOddPart);
}

/** The target of a request as the routes see it. */
export const routedTarget = ({ url = '' }: { url?: string | undefined }): string => (isPlainTarget(url) ? url : REFUSED_PATH);

/** Responds to targets that cannot be an address. */
export function refuseOddTargets(app: FastifyInstance): void {
  app.all(REFUSED_PATH, (_request, reply) =>
    reply
      .code(400)
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(JSON.stringify({ code: 'not-found', message: 'This is not an address of this server' } satisfies ErrorBody)),
  );
}
