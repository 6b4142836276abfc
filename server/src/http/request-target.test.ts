import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/temporary.ts';
import { emailOf, World } from '../../test/world.ts';
import { buildApp } from '../app.ts';
import { MAX_JSON_DEPTH, MAX_PATH_BYTES } from '../limits.ts';

let world: World;
let app: FastifyInstance;

beforeAll(async () => {
  const folder = await temporaryFolder('targets');
  world = await World.make({ kind: 'sqlite', file: path.join(folder, 'records.sqlite') });
  const webRoot = path.join(folder, 'web');
  await mkdir(path.join(webRoot, 'assets'), { recursive: true });
  await writeFile(path.join(webRoot, 'index.html'), '<!doctype html>');
  app = await buildApp({ services: world.services, webRoot, log: false });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await world.close();
});

/** Sends a target letter for letter, as no browser would. */
const answerTo = (target: string): Promise<{ status: number; policy: string; sniffing: string }> =>
  new Promise((resolve, reject) => {
    const { port } = app.server.address() as AddressInfo;
    request({ host: '127.0.0.1', port, path: target }, (response) => {
      const { statusCode = 0, headers } = response;
      const found = {
        status: statusCode,
        policy: String(headers['content-security-policy']),
        sniffing: String(headers['x-content-type-options']),
      };
      response.resume().on('end', () => resolve(found));
    })
      .on('error', reject)
      .end();
  });

describe('a target that is not an address of the server', () => {
  it.each([
    '/../x',
    '/a/../x',
    '/%2e%2e/x',
    '/./x',
    '//',
    '//evil.example/',
    '/assets//x',
    '/%00',
    '/a%00b',
    '/a\\..\\b',
    '/%5c..%5cb',
    '/%ff',
    '/%',
    '/%0d%0ax',
    'http://evil.example/studies',
    'http://127.0.0.1/studies',
    '*',
    `/${'x'.repeat(MAX_PATH_BYTES)}`,
    `/${'x'.repeat(8000)}`,
  ])('%s is refused with the usual headers', async (target) => {
    const { status, policy, sniffing } = await answerTo(target);
    expect(status).toBe(400);
    expect(policy).toContain("default-src 'self'");
    expect(sniffing).toBe('nosniff');
  });

  it.each(['/api/admin/users/get/', '/files/object/'])('%s with an id longer than any has the usual headers', async (start) => {
    const { status, policy, sniffing } = await answerTo(start + 'x'.repeat(MAX_PATH_BYTES - start.length));
    expect([401, 403]).toContain(status);
    expect(policy).toContain("default-src 'self'");
    expect(sniffing).toBe('nosniff');
  });

  it('does not include addresses with odd texts in their query', async () => {
    for (const target of ['/studies', '/studies?a=../x', '/auth/?return=http://a//b%00', `/studies?${'x'.repeat(4000)}`])
      expect([target, (await answerTo(target)).status < 500 && (await answerTo('/studies')).status]).toEqual([target, 200]);
  });
});

/** Sends bytes as they are, and returns everything that comes back before the connection ends. */
const rawAnswerTo = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port } = app.server.address() as AddressInfo;
    const chunks: Buffer[] = [];
    connect({ host: '127.0.0.1', port })
      .on('error', reject)
      .on('data', (chunk) => chunks.push(chunk))
      .on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
      .write(bytes, 'latin1');
  });

describe('a request that is not HTTP', () => {
  const HOST = 'Host: 127.0.0.1\r\n';
  it.each([
    ['a blank in the target', `GET /a b HTTP/1.1\r\n${HOST}\r\n`, 400],
    ['a method that does not exist', `FETCH / HTTP/1.1\r\n${HOST}\r\n`, 400],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n\r\n', 400],
    ['a header without a name', `GET / HTTP/1.1\r\n${HOST}: x\r\n\r\n`, 400],
    ['two lengths', `POST /api/analysis/get HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nx`, 400],
    ['headers above the limit', `GET / HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('for %s is refused with the usual headers', async (_, bytes, status) => {
    const answer = await rawAnswerTo(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain("content-security-policy: default-src 'self'");
    expect(answer).toContain('x-content-type-options: nosniff');
    const [, body = ''] = answer.split('\r\n\r\n');
    expect(JSON.parse(body)).toMatchObject({ code: 'invalid-body' });
  });
});

describe('a body that is nested too deep', () => {
  const send = async (payload: string) => {
    const { statusCode, headers, body } = await app.inject({
      method: 'POST',
      url: '/api/analysis/get',
      headers: { 'content-type': 'application/json', 'x-api-key': await world.tokenOf(emailOf('Editor'), 'Editor') },
      payload,
    });
    return { status: statusCode, policy: String(headers['content-security-policy']), body };
  };
  const arrays = (depth: number): string => `{"id":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const objects = (depth: number): string => `{"id":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`;

  it.each([MAX_JSON_DEPTH, 4500, 9000])('of %i levels is refused', async (depth) => {
    for (const payload of [arrays(depth), objects(depth)]) {
      const { status, policy, body } = await send(payload);
      expect([status, policy.includes("default-src 'self'")]).toEqual([400, true]);
      expect(body).toContain(`nested deeper than ${MAX_JSON_DEPTH} levels`);
    }
  });

  it('does not include brackets in texts', async () => {
    const text = JSON.stringify({ id: `${'['.repeat(200)}\\"${'{'.repeat(200)}`, x: '"' });
    expect((await send(text)).body).not.toContain('nested');
    expect((await send(arrays(MAX_JSON_DEPTH - 1))).body).not.toContain('nested');
  });
});
