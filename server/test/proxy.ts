import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { TOKEN_HEADER } from '@echometry/contract/calls/call.ts';

/** A request and what a server responded to it, whole. */
export interface Exchange {
  url: string;
  token: string | null;
  sent: Buffer;
  status: number;
  received: Buffer;
}

const NOT_SENT = new Set(['ECONNREFUSED']);

/** A small proxy that gives requests to several servers in turn; no client is tied to one of them. */
export class Proxy {
  readonly #server: Server;
  #turn = 0;
  /** Requests passed on, by server. */
  readonly passed = new Map<string, number>();

  private constructor(
    readonly servers: string[],
    private readonly heard: ((exchange: Exchange) => void) | null,
    private readonly held: (request: IncomingMessage) => boolean,
  ) {
    this.#server = createServer((request, response) => void this.#pass(request, response));
    this.#server.keepAliveTimeout = 60_000;
  }

  /** `heard` receives every POST with its response, before the client does. A request that `held` returns true for is never passed on. */
  static async before(
    servers: string[],
    heard: ((exchange: Exchange) => void) | null = null,
    held: (request: IncomingMessage) => boolean = () => false,
  ): Promise<Proxy> {
    const proxy = new Proxy(servers, heard, held);
    await new Promise<void>((resolve) => {
      proxy.#server.listen(0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Passes a request on; one that reached no server goes to the next, one that broke in the middle is repeated by the client. */
  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.held(request)) return;
    const body = await buffer(request);
    for (let tried = 0; tried < this.servers.length; tried += 1) {
      this.#turn = (this.#turn + 1) % this.servers.length;
      const server = this.servers[this.#turn]!;
      const outcome = await this.#one(server, request, body, response);
      if (outcome === 'not sent') continue;
      this.passed.set(server, (this.passed.get(server) ?? 0) + 1);
      if (outcome === 'broke') break;
      return;
    }
    if (!response.headersSent) response.writeHead(502).end();
    else response.destroy();
  }

  #one(server: string, request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<'done' | 'broke' | 'not sent'> {
    return new Promise((resolve) => {
      const { connection: _, ...headers } = request.headers;
      const upstream = ask(server + (request.url ?? '/'), { method: request.method, headers, agent: false }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        if (this.heard !== null && request.method === 'POST') this.#listen(request, body, answer);
        answer.pipe(response);
        answer.once('end', () => resolve('done'));
        answer.once('error', () => resolve('broke'));
      });
      upstream.once('error', (error: NodeJS.ErrnoException) => resolve(NOT_SENT.has(error.code ?? '') ? 'not sent' : 'broke'));
      upstream.end(body);
    });
  }

  #listen(request: IncomingMessage, sent: Buffer, answer: IncomingMessage): void {
    const pieces: Buffer[] = [];
    const token = request.headers[TOKEN_HEADER];
    answer.on('data', (piece: Buffer) => pieces.push(piece));
    answer.once('end', () => {
      const received = Buffer.concat(pieces);
      const { url = '' } = request;
      this.heard?.({ url, token: typeof token === 'string' ? token : null, sent, status: answer.statusCode ?? 0, received });
    });
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
