import { type ErrorBody } from '@echometry/contract/calls/error.ts';

/** A refusal with its status and body. Domain outcomes are answers, not problems. */
export class Problem extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

export const unauthorized = (): Problem => new Problem(401, { code: 'unauthorized', message: 'UNAUTHORIZED' });
export const forbidden = (message: string): Problem => new Problem(403, { code: 'forbidden', message });
export const invalidField = (field: string, message: string): Problem => new Problem(400, { code: 'invalid-field', message, field });
export const notFound = (field: string, message: string): Problem => new Problem(400, { code: 'not-found', message, field });
