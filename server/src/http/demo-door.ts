import type { FastifyRequest } from 'fastify';
import { isFromThisComputer } from './this-computer.ts';

const HOSTS = new Set(['127.0.0.1', 'localhost']);

/**
 * All that one-click sign-in needs (docs/contracts.md#workspaces): a workspace made as a demo, a loopback connection at both ends,
 * Host 127.0.0.1 or localhost, no header of a proxy, and the same Origin. A GET of our own page carries no Origin; then
 * Sec-Fetch-Site shows whether another site asked.
 */
export function demoDoorIsOpen(request: FastifyRequest, services: { demo: boolean }): boolean {
  if (!services.demo) return false;
  if (!isFromThisComputer(request)) return false;
  const host = request.headers.host ?? '';
  if (!HOSTS.has(host.replace(/:[0-9]+$/, ''))) return false;
  const { origin } = request.headers;
  if (origin !== undefined) return origin === `http://${host}`;
  return request.method === 'GET' && (request.headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
}
