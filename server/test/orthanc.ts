import { randomUUID } from 'node:crypto';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basicAuthorization, type Pacs } from '../src/dicomweb/pacs.ts';

const GIVEN = process.env['ECHOMETRY_TEST_ORTHANC'];

/** A real PACS was started for the tests (scripts/lib/orthanc.mjs). */
export const hasOrthanc = GIVEN !== undefined && GIVEN !== '';
if (!hasOrthanc) process.stdout.write('SKIPPED: ECHOMETRY_TEST_ORTHANC names no Orthanc, so imports from a PACS are not tested\n');

/** Debian's Orthanc of this run of tests. */
export function orthanc(): Pacs {
  const url = new URL(GIVEN ?? 'http://127.0.0.1/');
  const authorization = basicAuthorization(url.username, url.password);
  [url.username, url.password] = ['', ''];
  return { name: 'archive', address: url.toString(), authorization };
}

/** Puts files into it by STOW-RS (PS3.18, 10.5). */
export async function storeInOrthanc(files: readonly Uint8Array[]): Promise<void> {
  const boundary = randomUUID();
  const parts = files.flatMap((file) => [
    Buffer.from(`--${boundary}\r\nContent-Type: application/dicom\r\n\r\n`),
    file,
    Buffer.from('\r\n'),
  ]);
  const reply = await fetch(`${orthanc().address}/studies`, {
    method: 'POST',
    headers: {
      authorization: orthanc().authorization ?? '',
      accept: 'application/dicom+json',
      'content-type': `multipart/related; type="application/dicom"; boundary=${boundary}`,
    },
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--`)]),
  });
  if (reply.status !== 200) throw new Error(`Orthanc stored nothing: status ${reply.status} ${await reply.text()}`);
}

/** A filter in front of requests; true when it has responded itself. */
type Obstacle = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface Door {
  pacs: Pacs;
  /** Paths asked for, without their queries, in order. */
  asked: string[];
  close: () => Promise<void>;
}

/**
 * The Orthanc behind a door that may do what networks and proxies do.
 * @param options.cutAfter bytes of a fetched file after which the connection ends; null lets it pass
 */
export async function doorToOrthanc(options: { obstacle?: Obstacle; cutAfter?: () => number | null } = {}): Promise<Door> {
  const asked: string[] = [];
  const target = new URL(orthanc().address);
  const server = createServer((request, response) => {
    asked.push((request.url ?? '').split('?')[0] ?? '');
    if (options.obstacle?.(request, response)) return;
    const limit = /\/instances\/[0-9.]+$/.test(request.url ?? '') ? (options.cutAfter?.() ?? null) : null;
    const onward = httpRequest(
      {
        host: target.hostname,
        port: target.port,
        method: request.method,
        path: request.url,
        headers: { ...request.headers, host: target.host },
      },
      (reply) => {
        const { 'transfer-encoding': _, ...headers } = reply.headers;
        response.writeHead(reply.statusCode ?? 500, headers);
        let sent = 0;
        reply.on('data', (piece: Buffer) => {
          if (limit !== null && sent + piece.length > limit) {
            response.write(piece.subarray(0, limit - sent), () => response.destroy());
            reply.destroy();
            return;
          }
          sent += piece.length;
          response.write(piece);
        });
        reply.on('end', () => response.end());
      },
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    pacs: { ...orthanc(), address: `http://127.0.0.1:${port}${target.pathname}` },
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
