import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
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

const POSTGRES = process.env['ECHOMETRY_TEST_POSTGRES'];

/** Ways in which a connection ends amid queries. */
const ENDS: Record<string, (client: pg.Client, stream: Socket) => void> = {
  'its socket is destroyed': (_client, stream) => void stream.destroy(),
  'its socket is reset': (_client, stream) => void stream.resetAndDestroy(),
  'its socket is ended': (_client, stream) => void stream.end(),
  'it is closed': (client) => void client.end().catch(() => undefined),
  'the server ends it': (client) => void client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined),
};

it.skipIf(POSTGRES === undefined).for(Object.entries(ENDS))(
  'a database is away to every query of a connection when %s',
  async ([, end]) => {
    const errors: unknown[] = [];
    const note = (error: unknown): void => void errors.push(error);
    for (let round = 0; round < 10; round += 1) {
      const client = new pg.Client({ connectionString: POSTGRES });
      client.on('error', note);
      await client.connect();
      const queries = [client.query('select pg_sleep(0.002)').catch(note)];
      end(client, (client as unknown as { connection: { stream: Socket } }).connection.stream);
      queries.push(client.query('select 1').catch(note));
      await pause(round % 5);
      queries.push(client.query('select 2').catch(note));
      await Promise.all(queries);
      await client.query('select 3').catch(note);
    }
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.filter((error) => !isDatabaseAway(error))).toEqual([]);
  },
);
