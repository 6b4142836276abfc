import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Visible content of a page of the login service. */
export interface Seen {
  status: number;
  address: string;
  title: string;
  message: string | null;
  body: string;
  headers: Record<string, unknown>;
}

const HOST = '127.0.0.1:8080';
export const ORIGIN = `http://${HOST}`;

const unescape = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

/** A browser without a screen: keeps cookies, follows redirects on our own origin, and fills the forms it was shown. */
export class LoginBrowser {
  #cookies = new Map<string, string>();
  /** Every address it asked for or was led to, in order. */
  readonly addresses: string[] = [];
  page: Seen = { status: 0, address: '', title: '', message: null, body: '', headers: {} };

  constructor(
    readonly app: FastifyInstance,
    readonly remoteAddress = '127.0.0.1',
  ) {}

  open(address: string, headers: Record<string, string> = {}): Promise<Seen> {
    return this.#go('GET', address, undefined, headers);
  }

  /** Sends the form of the page; fields that are not named keep what they were shown with. */
  submit(fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Seen> {
    const action = /<form method="post" action="([^"]+)"/.exec(this.page.body)?.[1];
    if (action === undefined) throw new Error(`no form on ${this.page.address}: ${this.page.title}`);
    const shown = [...this.page.body.matchAll(/<input [^>]*name="([^"]+)"[^>]*>/g)].flatMap(([tag, name]) =>
      /type="checkbox"/.test(tag) ? [] : [[name!, unescape(/value="([^"]*)"/.exec(tag)?.[1] ?? '')] as const],
    );
    return this.#go('POST', action, new URLSearchParams({ ...Object.fromEntries(shown), ...fields }).toString(), headers);
  }

  async #go(method: 'GET' | 'POST', address: string, payload: string | undefined, headers: Record<string, string>): Promise<Seen> {
    const url = new URL(address, ORIGIN);
    this.addresses.push(url.href);
    const response = await this.app.inject({
      method,
      url: url.pathname + url.search,
      remoteAddress: this.remoteAddress,
      headers: {
        host: HOST,
        'sec-fetch-site': method === 'POST' ? 'same-origin' : 'none',
        ...(this.#cookies.size > 0 ? { cookie: [...this.#cookies].map(([n, v]) => `${n}=${v}`).join('; ') } : {}),
        ...(payload === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const cookie of [response.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = cookie.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (/Max-Age=0/.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const { location } = response.headers;
    if (response.statusCode === 303 && typeof location === 'string') {
      const next = new URL(location, ORIGIN);
      if (next.origin === ORIGIN && next.pathname.startsWith('/auth/') && next.pathname !== '/auth/done')
        return this.#go('GET', next.href, undefined, {});
      this.addresses.push(next.href);
      this.page = { status: 303, address: next.href, title: '', message: null, body: '', headers: response.headers };
      return this.page;
    }
    const message = /<p class="message[^>]*>([^<]*)<\/p>/.exec(response.body)?.[1];
    this.page = {
      status: response.statusCode,
      address: url.href,
      title: unescape(/<h1>([^<]*)<\/h1>/.exec(response.body)?.[1] ?? ''),
      message: message === undefined ? null : unescape(message),
      body: response.body,
      headers: response.headers,
    };
    return this.page;
  }
}

/** A sign-in as the product's page begins it. */
export function beginning(returnTo = `${ORIGIN}/login`, email?: string): { verifier: string; address: string } {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return { verifier, address: `/auth/?${new URLSearchParams({ return: returnTo, challenge, ...(email ? { email } : {}) })}` };
}
