import type { ErrorBody } from '@echometry/contract/calls/error.ts';

/** A call that is refused, with the body it is told by. What that is in HTTP is known in http/ alone. Domain outcomes are no problems. */
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
