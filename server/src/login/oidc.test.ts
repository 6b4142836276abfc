import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { MAX_ANSWER_BYTES, oidcClient } from './oidc.ts';

it('a response of the foreign service that inflates beyond its limit is given up', async () => {
  const server = createServer((_, response) => {
    const { port } = server.address() as AddressInfo;
    const issuer = `http://127.0.0.1:${port}`;
    const description = { issuer, authorization_endpoint: `${issuer}/auth`, padding: ' '.repeat(padding) };
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(description)));
  });
  let padding = 10;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const begin = () => oidcClient({ issuer, client_id: 'echometry', client_secret: 'x' } as never).begin('http://127.0.0.1');
  expect((await begin()).address).toContain(`${issuer}/auth`);
  padding = MAX_ANSWER_BYTES;
  await expect(begin()).rejects.toMatchObject({
    cause: { message: `The foreign service returned more than ${MAX_ANSWER_BYTES} bytes` },
  });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
