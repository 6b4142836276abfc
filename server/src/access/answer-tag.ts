import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';

/** Bytes of a tag: two responses have equal tags by chance once in 2^128. */
const TAG_BYTES = 16;

/**
 * Tag of a response for one person in one role (docs/why/storage.md#etags-come-from-the-response). Weak, because the same response is sent
 * compressed or not.
 */
function tagOf(text: string, { user, role }: Caller, path: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([user.id, role, path]))
    .update(text)
    .digest();
  return `W/"${hash.subarray(0, TAG_BYTES).toString('base64url')}"`;
}

/** Names the response by its tag. True where the caller has it already: then the status is 304 and nothing is sent. */
export function tagAnswer(request: FastifyRequest, reply: FastifyReply, caller: Caller, path: string, text: string): boolean {
  const tag = tagOf(text, caller, path);
  reply.header('etag', tag);
  const known = (request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim());
  if (!known.includes(tag)) return false;
  reply.code(304);
  return true;
}
