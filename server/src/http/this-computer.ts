import type { FastifyRequest } from 'fastify';
import { forwardingHeader } from './forwarding.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** A loopback connection at both ends, without a header of a proxy: behind one, "this computer" does not identify the client. */
export function isFromThisComputer(request: FastifyRequest): boolean {
  const { remoteAddress, localAddress } = request.socket;
  if (!LOOPBACK.has(remoteAddress ?? '') || !LOOPBACK.has(localAddress ?? remoteAddress ?? '')) return false;
  return forwardingHeader(request.headers) === null;
}
