import { type AnswerOf, type BodyOf, type Call, pathOf, TOKEN_HEADER } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { SERVICE_PREFIX } from '../src/http/service-prefix.ts';

/** Longest wait for a response, in ms: a later response does not count as acknowledged. */
const PATIENCE_MS = 60_000;

/** Result of a request: a response, or null when the connection broke before it. */
export interface Reply<C extends Call> {
  status: number;
  answer: AnswerOf<C>;
  error: { code?: string; message?: string };
}

/** A person at a page: signed in once, and still signed in after the server was killed. */
export class Person {
  #token = '';
  url = '';
  constructor(
    readonly email: string,
    readonly role: RoleName,
  ) {}

  async signIn(url: string): Promise<this> {
    this.url = url;
    this.#token = '';
    this.#token = (await this.ask(CALLS.demoSignIn, { email: this.email })).token;
    this.#token = (await this.ask(CALLS.actAs, { role: this.role })).token;
    return this;
  }

  /** Makes a call; null when the server was gone before it responded. */
  async send<C extends Call>(call: C, body: BodyOf<C>, id = ''): Promise<Reply<C> | null> {
    const sent: unknown = body;
    const payload = sent instanceof Uint8Array ? Buffer.from(sent) : JSON.stringify(sent);
    try {
      const response = await fetch(this.url + SERVICE_PREFIX[call.service] + pathOf(call, id), {
        method: call.method,
        headers: {
          'content-type': typeof payload === 'string' ? 'application/json' : 'application/octet-stream',
          origin: this.url,
          [TOKEN_HEADER]: this.#token,
        },
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(call.method === 'POST' ? { body: payload } : {}),
      });
      const text = await response.text();
      const isList = call.lines === true && response.ok;
      const json = JSON.parse(isList ? `[${text.trimEnd().replaceAll('\n', ',')}]` : text) as AnswerOf<C> & Reply<C>['error'];
      return { status: response.status, answer: json, error: json };
    } catch {
      return null;
    }
  }

  /** Makes a call that must return 200. */
  async ask<C extends Call>(call: C, body: BodyOf<C>): Promise<AnswerOf<C>> {
    const reply = await this.send(call, body);
    if (reply?.status === 200) return reply.answer;
    throw new Error(`${call.path}: ${reply === null ? 'no response' : `${reply.status} ${JSON.stringify(reply.error)}`}`);
  }

  /** Reads what a signed address leads to. */
  async file(address: string): Promise<Buffer> {
    const response = await fetch(this.url + address);
    if (!response.ok) throw new Error(`A signed address returned ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }
}
