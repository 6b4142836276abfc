import { type FastifyRequest } from 'fastify';
import { type Services } from '../services.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const HOSTS = new Set(['127.0.0.1', 'localhost']);
/** Signs of a proxy in between: behind one, "this machine" says nothing about the person. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/**
 * All that one-click sign-in needs (contracts.md 7): a workspace made as a demo, a loopback connection at both ends,
 * Host 127.0.0.1 or localhost, no Forwarded headers, and the same Origin. A GET of one's own page carries no Origin;
 * then Sec-Fetch-Site says whether another site asked.
 */
export function demoDoorIsOpen(request: FastifyRequest, services: Services): boolean {
  if (!services.demo) return false;
  const { remoteAddress, localAddress } = request.socket;
  if (!LOOPBACK.has(remoteAddress ?? '') || !LOOPBACK.has(localAddress ?? remoteAddress ?? '')) return false;
  if (FORWARDED.some((name) => request.headers[name] !== undefined)) return false;
  const host = request.headers.host ?? '';
  if (!HOSTS.has(host.replace(/:[0-9]+$/, ''))) return false;
  const { origin } = request.headers;
  if (origin !== undefined) return origin === `http://${host}`;
  return request.method === 'GET' && (request.headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
}
