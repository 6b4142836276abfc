import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const NOT_SENT = new Set(['ECONNREFUSED']);

/** A small proxy that gives requests to several servers in turn; no client is tied to one of them. */
export class Proxy {
  readonly #server: Server;
  #turn = 0;
  /** Requests passed on, by server. */
  readonly passed = new Map<string, number>();

  private constructor(readonly servers: string[]) {
    this.#server = createServer((request, response) => void this.#pass(request, response));
    this.#server.keepAliveTimeout = 60_000;
  }

  static async before(servers: string[]): Promise<Proxy> {
    const proxy = new Proxy(servers);
    await new Promise<void>((resolve) => {
      proxy.#server.listen(0, '127.0.0.1', resolve);
    });
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Passes a request on; one that reached no server goes to the next, one that broke in the middle is the client's to repeat. */
  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
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
        answer.pipe(response);
        answer.once('end', () => resolve('done'));
        answer.once('error', () => resolve('broke'));
      });
      upstream.once('error', (error: NodeJS.ErrnoException) => resolve(NOT_SENT.has(error.code ?? '') ? 'not sent' : 'broke'));
      upstream.end(body);
    });
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
