import type { Call } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';

interface Content {
  content?: Record<string, { example?: unknown }>;
}

interface Document {
  paths: Record<
    string,
    Record<string, { operationId: string; security: unknown[]; requestBody?: Content; responses: Record<string, Content | undefined> }>
  >;
}

describe('the OpenAPI document', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument('0.1.0'))) as Document & Record<string, unknown>;

  it('is valid by the schema that the OpenAPI Initiative publishes', async () => {
    const { valid, errors } = await new Validator().validate(document);
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('has every call of the contract once, and asks for a token wherever the call does', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(CALLS).sort());
    const open = operations.filter(({ security }) => security.length === 0).map(({ operationId }) => operationId);
    const anyone = Object.entries(CALLS).filter(([, { access }]) => access.need === 'anyone');
    expect(open.sort()).toEqual(anyone.map(([name]) => name).sort());
  });

  it('has an example of every request and response', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const without = operations.filter((operation) => {
      const bodies = [operation.requestBody, operation.responses['200']].flatMap((one) => Object.entries(one?.content ?? {}));
      return bodies.some(([type, shown]) => type !== 'application/octet-stream' && shown.example === undefined);
    });
    // A code of a sign-in is valid once, so the example has no accepted one.
    expect(without.map(({ operationId }) => operationId)).toEqual(['exchange']);
  });

  it('offers personal access tokens for exactly the calls that they may make', () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const offered = operations.filter(({ security }) => JSON.stringify(security).includes('personalAccessToken'));
    const made = (Object.entries(CALLS) as [string, Call][]).filter(([, { byToken }]) => byToken !== undefined);
    expect(offered.map(({ operationId }) => operationId).sort()).toEqual(made.map(([name]) => name).sort());
  });
});
