import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { isDatabaseAway } from './database-away.ts';

/** Bytes that no buffer of a socket takes at once. */
const MUCH = 50_000_000;

/** The error that Node itself reports when it writes to a connection, amid another write, after the other side ended it. */
async function writtenAfterTheEnd(): Promise<Error> {
  const server = createServer({ allowHalfOpen: true }, (socket) => socket.end());
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  try {
    return await new Promise((resolve) => {
      socket.on('error', resolve);
      socket.on('end', () => setImmediate(() => socket.write('a query')));
      socket.resume();
      socket.write(Buffer.alloc(MUCH));
    });
  } finally {
    socket.destroy();
    server.close();
  }
}

it('a server that ended the connection amid a query is away', async () => {
  const error = await writtenAfterTheEnd();
  expect(error).toMatchObject({ code: 'EPIPE' });
  expect(isDatabaseAway(error)).toBe(true);
});

it('a refused connection is away, and a failed query is not', async () => {
  const refused = await new Promise<Error>((resolve) => {
    connect(1, '127.0.0.1').on('error', resolve);
  });
  expect(isDatabaseAway(refused)).toBe(true);
  expect(isDatabaseAway(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false);
});
