/** Files of which a page gets the beginning while the rest is held back; what it asks for by Range it gets. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { SIGNED_FILES } from './steps.ts';
import { requestFrom } from './requests.ts';

/** The page is isolated: it takes nothing from another address that does not allow it. */
const ALLOWED = { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' };

export interface Offered {
  /** Bytes of the file that a stored file is known by. */
  mark: Buffer;
  /** Bytes after the first of the mark that arrive. */
  arrives: number;
}

export class Withheld {
  readonly #server: Server;
  readonly #files = new Map<string, Buffer>();
  readonly #waiting: (() => void)[] = [];
  /** Ranges that were asked for, as first and last byte after the first one of the mark. */
  readonly asked: [number, number][] = [];

  private constructor() {
    this.#server = createServer();
  }

  /**
   * Stands between the page and its files.
   * @param replaced gives what the page gets in place of a stored file, for files as earlier versions stored them
   */
  static async of(page: Page, offered: readonly Offered[], replaced: (stored: Buffer) => Buffer = (stored) => stored): Promise<Withheld> {
    const held = new Withheld();
    held.#server.on('request', ({ url, headers }: { url?: string; headers: { range?: string } }, response: ServerResponse) => {
      held.#answer(new URL(url ?? '', 'http://x').pathname, headers.range ?? '', response, offered);
    });
    await new Promise<void>((resolve) => {
      held.#server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = held.#server.address() as AddressInfo;
    await page.route(SIGNED_FILES, async (route) => {
      const url = new URL(route.request().url());
      if (!held.#files.has(url.pathname)) held.#files.set(url.pathname, replaced(await (await requestFrom(page, url.href)).body()));
      await route.continue({ url: `http://127.0.0.1:${port}${url.pathname}` });
    });
    return held;
  }

  /** The rest arrives. */
  release(): void {
    for (const go of this.#waiting.splice(0)) go();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  #answer(name: string, asked: string, response: ServerResponse, offered: readonly Offered[]): void {
    const file = this.#files.get(name) ?? Buffer.alloc(0);
    const known = offered.map((offer) => ({ ...offer, at: file.indexOf(offer.mark) })).find(({ at }) => at >= 0);
    const range = /^bytes=(\d+)-(\d+)$/.exec(asked);
    if (range) {
      const [first, last] = [Number(range[1]), Math.min(Number(range[2]), file.length - 1)];
      if (known) this.asked.push([first - known.at, last - known.at]);
      response
        .writeHead(206, { ...ALLOWED, 'content-length': last + 1 - first, 'content-range': `bytes ${first}-${last}/${file.length}` })
        .end(file.subarray(first, last + 1));
      return;
    }
    response.writeHead(200, { ...ALLOWED, 'content-length': file.length });
    const arrives = known ? known.at + known.arrives : file.length;
    response.write(file.subarray(0, arrives));
    if (known) this.#waiting.push(() => response.end(file.subarray(arrives)));
    else response.end();
  }
}
