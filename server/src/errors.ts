import type { ErrorBody } from '@echometry/contract/calls/error.ts';

/** A refused call, with the body of its response. Only http/ knows its HTTP status. Domain outcomes are not problems. */
export class Problem extends Error {
  constructor(readonly body: ErrorBody) {
    super(body.message);
  }
}

export const unauthorized = (message = 'UNAUTHORIZED'): Problem => new Problem({ code: 'unauthorized', message });
export const forbidden = (message: string): Problem => new Problem({ code: 'forbidden', message });
export const invalidField = (field: string, message: string): Problem => new Problem({ code: 'invalid-field', message, field });
export const notFound = (field: string, message: string): Problem => new Problem({ code: 'not-found', message, field });
/** A record is in a state in which this is not done; the message names the state and what to do. */
export const wrongState = (message: string): Problem => new Problem({ code: 'wrong-state', message });
export const tooMany = (message: string): Problem => new Problem({ code: 'too-many-requests', message });

/** A refusal in one clear sentence; no stack trace helps. */
export class Refusal extends Error {}

/** Something stored is not what was stored. The message names it, for the person who meets it and for the log. */
export class Damage extends Error {}

/** The object store cannot be reached, or does not let us in. Nothing that was acknowledged is lost; the same is tried again later. */
export class StoreUnavailable extends Error {}

/** The object store has no room, or a quota is reached. */
export class StoreFull extends StoreUnavailable {
  readonly code = 'ENOSPC';
}

/** Names of system errors, such as ENOENT. */
const ERRNO = /^E[A-Z0-9]+$/;

/**
 * The failure in words that name no file. The message of a system error repeats a path, which may hold the name of a
 * patient and shows where the server keeps its data.
 */
export function nameless(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason was given';
  const { code, syscall = 'the system' } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && ERRNO.test(code) ? `${syscall} failed (${code})` : error.message;
}

/** The same with the lines of the program that it came through, for a log. */
export function namelessTrace(error: unknown): string {
  const frames = error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : [];
  return [nameless(error), ...frames].join('\n');
}

/** Null for a file that is not there; any other fault is thrown. For `stat(file).catch(nullIfMissing)`. */
export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
