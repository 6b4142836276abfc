import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PacsFault } from './fault.ts';
import { RESPONSE_MS } from './limits.ts';
import { askPacs } from './request.ts';

const never = new AbortController().signal;
const open: TcpServer[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const server of open.splice(0)) {
    if ('closeAllConnections' in server) (server as Server).closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const listening = async <S extends TcpServer>(server: S): Promise<number> => {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};
const serving = async (respond: RequestListener): Promise<string> => `http://127.0.0.1:${await listening(createServer(respond))}`;

/** The fault of asking at an address. */
async function faultAt(address: string, signal = never): Promise<PacsFault> {
  const pacs = { name: 'archive', address, authorization: null };
  const error: unknown = await askPacs(pacs, '/studies?PatientID=SECRET', { accept: 'application/dicom+json', signal }).then(
    async ({ body }) => {
      for await (const _ of body);
    },
    (failure: unknown) => failure,
  );
  if (!(error instanceof PacsFault)) throw new Error(`no fault: ${String(error)}`);
  return error;
}

describe('a PACS that compresses although it was asked not to', () => {
  const MIB = 1024 * 1024;
  /** Sixteen mebibytes of zeros in sixteen kilobytes, and how often they would be sent: a gibibyte packed, a tebibyte inflated. */
  const PACKED = gzipSync(Buffer.alloc(16 * MIB));
  const PIECES = 65_536;
  /** More than the buffers of a connection hold. */
  const MAX_TAKEN_BYTES = 32 * MIB;
  const MAX_MORE_MEMORY_BYTES = 512 * MIB;

  it.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip'])('is refused with %s, and nothing is inflated', async (encoding) => {
    let taken = 0;
    let closed: Promise<unknown> = Promise.resolve();
    const address = await serving((_, response) => {
      closed = once(response, 'close');
      response.writeHead(200, { 'content-encoding': encoding });
      const more = (): void => {
        while (taken < PIECES * PACKED.length && !response.destroyed) {
          taken += PACKED.length;
          if (!response.write(PACKED)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    const before = process.memoryUsage.rss();
    const fault = await faultAt(address);
    await closed;
    expect(fault.code).toBe('wrong-answer');
    expect(fault.message).toContain(`in the encoding ${encoding}, which was not asked for`);
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThan(MAX_TAKEN_BYTES);
    expect(process.memoryUsage.rss() - before).toBeLessThan(MAX_MORE_MEMORY_BYTES);
  });

  it('is read as it is where it names the encoding identity', async () => {
    const address = await serving((_, response) => response.writeHead(200, { 'content-encoding': 'identity' }).end('[]'));
    const { body } = await askPacs({ name: 'archive', address, authorization: null }, '/studies', { accept: '*/*', signal: never });
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe('[]');
  });
});

describe('a PACS that cannot be reached is reported with its cause:', () => {
  const closedPort = async (): Promise<number> => {
    const server = createTcpServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return port;
  };
  const closing = (): Promise<number> => listening(createTcpServer((socket) => socket.once('data', () => socket.destroy())));

  it.each([
    ['a closed port', async () => `http://127.0.0.1:${await closedPort()}`, 'it refused the connection'],
    ['a connection that is reset', async () => `http://127.0.0.1:${await closing()}`, 'it closed the connection without a response'],
    ['https where http is spoken', async () => (await serving((_, response) => response.end())).replace('http:', 'https:'), 'TLS failed'],
    ['a name that does not exist (RFC 6761, 6.4)', async () => 'http://pacs.invalid', 'its name was not found (DNS)'],
  ])('%s', async (_what, address, words) => {
    const fault = await faultAt(await address());
    expect(fault.code).toBe('not-reachable');
    expect(fault.message).toContain(`could not be reached: ${words}`);
    expect(fault.message).not.toContain(`${RESPONSE_MS / 1000} s`);
    expect(fault.message).not.toContain('SECRET');
  });

  it('no response in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const silent = createServer();
    const fault = faultAt(`http://127.0.0.1:${await listening(silent)}`);
    await once(silent, 'request');
    await vi.advanceTimersByTimeAsync(RESPONSE_MS);
    expect((await fault).message).toContain(`it sent nothing for ${RESPONSE_MS / 1000} s`);
  });

  it('nothing, where the client has left', async () => {
    const stop = new AbortController();
    const silent = createServer(() => stop.abort());
    const address = `http://127.0.0.1:${await listening(silent)}`;
    await expect(faultAt(address, stop.signal)).rejects.toThrow('no fault: AbortError');
  });
});
