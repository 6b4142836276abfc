import { type AnswerOf, type Call, TOKEN_HEADER } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import type { RoleName } from '@echometry/contract/records/role.ts';
import { SERVICE_PREFIX } from '../src/http/service-prefix.ts';

/** The rule of web/src/lib/api.ts: what is waited before a call is made again after 429, 5xx or a lost network, in ms. */
const CLIENT_WAITS_MS: readonly number[] = [300, 900, 2700];
/** Pause of a person between two calls, in ms. */
const PERSON_MS = 60;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Pause between two sign-ins from one address, which is asked for its limit of a minute, in ms. */
export const ARRIVING_MS = 2000;

/** Content of a call: a segment of its path, a body, headers. */
export interface Request {
  id?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A page at work: it makes calls by its own rule of trying again, and counts what it would have shown as a failure. */
export class Client {
  calls = 0;
  repeated = 0;
  images = 0;
  token = '';
  constructor(
    readonly url: string,
    readonly failures: string[],
  ) {}

  async fetch(what: string, url: string, init: RequestInit = {}): Promise<Response> {
    this.calls += 1;
    for (let attempt = 0; ; attempt += 1) {
      const wait = CLIENT_WAITS_MS[attempt];
      const response = await fetch(url, init).catch(() => null);
      const again = response === null || response.status === 429 || response.status >= 500;
      if (!again) return response;
      if (wait === undefined) throw new Error(`${what}: ${response?.status ?? 'no answer'}`);
      await response?.body?.cancel();
      this.repeated += 1;
      await pause(wait);
    }
  }

  /** Makes a call, with any response. */
  ask(call: Call, { id = '', body, headers = {} }: Request): Promise<Response> {
    const isPost = call.method === 'POST';
    return this.fetch(call.path, this.url + SERVICE_PREFIX[call.service] + call.path.replace('{id}', encodeURIComponent(id)), {
      method: call.method,
      headers: {
        origin: this.url,
        ...(this.token === '' ? {} : { [TOKEN_HEADER]: this.token }),
        ...(isPost ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(isPost ? { body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body ?? {}) } : {}),
    });
  }

  /** Makes a call; anything but 200 is an error. */
  async call<C extends Call>(call: C, body: unknown, id = ''): Promise<AnswerOf<C>> {
    const response = await this.ask(call, { body, id });
    if (!response.ok) throw new Error(`${call.path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as AnswerOf<C>;
  }

  async signIn(email: string, role: RoleName): Promise<void> {
    this.token = '';
    this.token = (await this.call(CALLS.demoSignIn, { email })).token;
    this.token = (await this.call(CALLS.actAs, { role })).token;
  }

  /** Repeats work until it is over; a failure is noted, and the work continues. */
  async until(over: () => boolean, work: (turn: number) => Promise<void>, pauseMs = PERSON_MS): Promise<void> {
    for (let turn = 0; !over(); turn += 1) {
      await work(turn).catch((error: unknown) => this.failures.push(error instanceof Error ? error.message : String(error)));
      await pause(pauseMs);
    }
  }
}
