import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/temporary.ts';
import { World } from '../../test/world.ts';
import { buildApp } from '../app.ts';
import { CONNECTIONS_CHECK_MS, HEADERS_TIMEOUT_MS, KEEP_ALIVE_MS } from '../limits.ts';

const CONNECTIONS = 90;
/** Within this time all are closed: the longest wait, and a few looks. Node's own limits are 60 s and more. */
const PATIENCE_MS = Math.max(KEEP_ALIVE_MS, HEADERS_TIMEOUT_MS) + 5 * CONNECTIONS_CHECK_MS;

/** Bytes that idle clients send first. */
const SENT = ['', 'GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n', 'GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'];

it('connections that sent nothing, a part of a head or a whole request are closed, and others are served', async () => {
  const folder = await temporaryFolder('idle');
  const world = await World.make({ kind: 'sqlite', file: path.join(folder, 'records.sqlite') });
  const app = await buildApp({ services: world.services, webRoot: null, log: false });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  for (let n = 0; n < CONNECTIONS; n += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    socket.resume().write(SENT[n % SENT.length]!);
    sockets.push(socket);
  }
  const closed = Promise.all(sockets.map((socket) => once(socket, 'close')));
  const late = new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`${sockets.filter((socket) => !socket.closed).length} connections are open`)), PATIENCE_MS).unref();
  });
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  await Promise.race([closed, late]);
  await app.close();
  await world.close();
});
