import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Response to the next request of a receiver: a status, or an act on the response. */
export type Answering = number | ((response: ServerResponse) => void);

/** A real receiver of webhooks on this computer. It accepts requests without a planned response. */
export class Receiver {
  readonly received: Received[] = [];
  readonly #plan: Answering[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        this.received.push({ headers: request.headers, body: Buffer.concat(pieces).toString('utf8') });
        const next = this.#plan.shift() ?? 204;
        if (typeof next === 'number') response.writeHead(next).end();
        else next(response);
      });
    });
  }

  /** @param port a free one by default */
  static async start(port = 0): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => receiver.#server.listen(port, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  url(host = '127.0.0.1'): string {
    return `http://${host}:${this.port}/in`;
  }

  /** Behaves like this for the next requests, and accepts the ones after them. */
  next(...plan: Answering[]): void {
    this.#plan.push(...plan);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** HMAC-SHA-256 by its definition (RFC 2104), of bytes as WebCrypto hashes them: nothing of it is used by the server. */
export async function hmacSha256(secret: string, text: string): Promise<string> {
  const BLOCK = 64;
  const sha256 = async (...parts: Uint8Array[]) => new Uint8Array(await crypto.subtle.digest('SHA-256', Buffer.concat(parts)));
  const given = new TextEncoder().encode(secret);
  const key = new Uint8Array(BLOCK);
  key.set(given.length > BLOCK ? await sha256(given) : given);
  const inner = await sha256(
    key.map((byte) => byte ^ 0x36),
    new TextEncoder().encode(text),
  );
  return Buffer.from(
    await sha256(
      key.map((byte) => byte ^ 0x5c),
      inner,
    ),
  ).toString('hex');
}
