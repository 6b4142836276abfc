import type { ErrorBody } from '@echometry/contract/calls/error.ts';

/** A refused call, with the body of its response. Only http/ knows its HTTP status. Domain outcomes are not problems. */
export class Problem extends Error {
  constructor(readonly body: ErrorBody) {
    super(body.message);
  }
}

export const unauthorized = (): Problem => new Problem({ code: 'unauthorized', message: 'UNAUTHORIZED' });
export const forbidden = (message: string): Problem => new Problem({ code: 'forbidden', message });
export const invalidField = (field: string, message: string): Problem => new Problem({ code: 'invalid-field', message, field });
export const notFound = (field: string, message: string): Problem => new Problem({ code: 'not-found', message, field });
/** A record is in a state in which this is not done; the message names the state and what to do. */
export const wrongState = (message: string): Problem => new Problem({ code: 'wrong-state', message });
export const tooMany = (message: string): Problem => new Problem({ code: 'too-many-requests', message });
