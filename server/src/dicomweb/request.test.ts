import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { createGzip } from 'node:zlib';
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
  it.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip'])('is refused with %s, and nothing is inflated', async (encoding) => {
    let sent = 0;
    const fault = await faultAt(
      await serving((_, response) => {
        response.writeHead(200, { 'content-encoding': encoding });
        // A gigabyte of zeros in a megabyte.
        const packed = createGzip();
        const zeros = Buffer.alloc(1024 * 1024);
        const more = (): void => {
          while (sent < 1024 && !response.destroyed) {
            sent += 1;
            if (!packed.write(zeros)) return void packed.once('drain', more);
          }
          packed.end();
        };
        packed.pipe(response);
        response.once('close', () => packed.destroy());
        packed.on('error', () => undefined);
        more();
      }),
    );
    expect(fault.code).toBe('wrong-answer');
    expect(fault.message).toContain(`in the encoding ${encoding}, which was not asked for`);
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
