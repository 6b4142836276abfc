/** Calls to the server: typed by the contract, tried again when that can help, refused in one way. */
import { Value } from 'typebox/value';
import type { AnswerOf, BodyOf, Call } from '@echometry/contract/calls/call.ts';
import { BYTES, TOKEN_HEADER, pathOf } from '@echometry/contract/calls/call.ts';
import { CALLS } from '@echometry/contract/calls/registry.ts';
import { ENDPOINTS_PATH, Endpoints, Services } from '@echometry/contract/records/endpoints.ts';
import { readLogin } from './login-store.ts';
import { messages } from './messages.ts';

/** Waits before a call is tried again after 429, 5xx or a lost network, in ms. */
const RETRY_WAITS_MS = [300, 900, 2700];
const RETRY_STATUS_MIN = 500;
const NOT_MODIFIED = 304;

/** The error for any response except 200 (docs/specification.md#platform-7). */
export const UNAUTHORIZED = 'UNAUTHORIZED';
export const UNSUPPORTED_REQUEST = 'Unsupported Data Provider request';

/** A call that failed, after all tries. The message comes from the server. */
export class CallError extends Error {
  /**
   * `unauthorized`: the session is over; `refused`: a response other than 200; `offline`: no response; `unreadable`: a response
   * that this page does not understand.
   */
  readonly kind: 'unauthorized' | 'refused' | 'offline' | 'unreadable';
  readonly status: number | null;
  constructor(kind: CallError['kind'], status: number | null, detail: string) {
    super(detail);
    this.name = kind === 'unauthorized' || kind === 'refused' ? UNAUTHORIZED : 'CallError';
    this.kind = kind;
    this.status = status;
  }
}

/** Whether a call failed because the server refused who asked, so that the saved login is of no use any more. */
export const endsSession = (error: unknown): boolean =>
  error instanceof CallError && (error.kind === 'unauthorized' || error.kind === 'refused');

const KNOWN: ReadonlySet<Call> = new Set<Call>(Object.values(CALLS));

let sessionEnded: () => void = () => undefined;

/** Called when the response to a call with a token is 401. */
export const onSessionEnded = (listener: () => void): void => {
  sessionEnded = listener;
};

let endpoints: Promise<Endpoints> | null = null;

/** The static file of endpoints, loaded before anything else; from the network, never from a cache. */
export function loadEndpoints(): Promise<Endpoints> {
  endpoints ??= fetch(ENDPOINTS_PATH, { cache: 'reload' })
    .then((response) => response.json())
    .then((found: unknown) => {
      if (!Value.Check(Endpoints, found)) throw new CallError('unreadable', null, messages.call.badEndpoints);
      return found;
    })
    .catch((error: unknown) => {
      endpoints = null;
      throw error instanceof CallError ? error : new CallError('offline', null, messages.call.notReached);
    });
  return endpoints;
}

/** Where the services are: as the page states it, which came from the same server as the file of endpoints, else from that file. */
async function theServices(): Promise<Services> {
  const file = loadEndpoints();
  const written = writtenServices();
  if (written === null) return (await file).services;
  // A caller that needs more of the file reports its failure.
  file.catch(() => undefined);
  return written;
}

/** Null in a page that our server has not sent, as during development. */
function writtenServices(): Services | null {
  const text = globalThis.document?.querySelector<HTMLMetaElement>('meta[name=services]')?.content ?? '';
  if (!text.startsWith('{')) return null;
  const found: unknown = JSON.parse(text);
  return Value.Check(Services, found) ? found : null;
}

/** The last result of a call, and the tag by which the server can report no change. */
export interface Tagged<Answer> {
  tag: string | null;
  answer: Answer | null;
}

export interface CallOptions<C extends Call = Call> {
  /** Is sent with its tag, returned without a change, and replaced otherwise. */
  tagged?: Tagged<AnswerOf<C>>;
  id?: string;
  /** Which token of the saved login speaks; the role's unless the call is about choosing one. */
  as?: 'role' | 'sign-in' | 'nobody';
  /** A separate token, for a sign-in that is not the saved one yet. */
  token?: string;
  signal?: AbortSignal;
  /** The request outlives the page (64 KiB at most). */
  keepalive?: boolean;
}

/**
 * Makes a call of the contract. Failures are logged and thrown; who asked decides what the person reads.
 * @throws CallError; Error when the request is none of the contract
 */
export async function call<C extends Call>(definition: C, body: BodyOf<C>, options: CallOptions<C> = {}): Promise<AnswerOf<C>> {
  if (!KNOWN.has(definition)) throw new Error(`${UNSUPPORTED_REQUEST} type`);
  if (definition.body !== BYTES && !Value.Check(definition.body, body)) throw new Error(`${UNSUPPORTED_REQUEST} parameters`);
  try {
    return await answerOf(definition, body, options);
  } catch (error) {
    if (!options.signal?.aborted) console.warn(`${definition.path}:`, error);
    throw error;
  }
}

async function answerOf<C extends Call>(definition: C, body: BodyOf<C>, options: CallOptions<C>): Promise<AnswerOf<C>> {
  const services = await theServices();
  const login = readLogin();
  const token =
    options.token ?? (options.as === 'nobody' ? null : options.as === 'sign-in' ? login?.token : (login?.role_token ?? login?.token));
  if (!token && options.as !== 'nobody') {
    // The login was cleared, or grew too old, while the page stayed open: the server would only refuse.
    sessionEnded();
    throw new CallError('unauthorized', null, messages.call.notSignedIn);
  }
  const url = `${services[definition.service]}${pathOf(definition, options.id)}`;
  const bytes = definition.body === BYTES ? (body as Uint8Array<ArrayBuffer>) : null;
  const request: RequestInit = {
    method: definition.method,
    headers: {
      ...(token ? { [TOKEN_HEADER]: token } : {}),
      ...(options.tagged?.tag ? { 'if-none-match': options.tagged.tag } : {}),
      ...(definition.method === 'POST' ? { 'content-type': bytes === null ? 'application/json' : 'application/octet-stream' } : {}),
    },
    ...(definition.method === 'POST' ? { body: bytes ?? JSON.stringify(body) } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.keepalive ? { keepalive: true } : {}),
    cache: 'no-store',
  };
  const response = await fetchWithRetries(url, request);
  if (response.status === NOT_MODIFIED && options.tagged?.answer) return options.tagged.answer;
  if (!response.ok) {
    // A proxy may respond with its own page.
    const body = (await response.json().catch(() => null)) as { message?: string } | null;
    if (response.status === 401 && token) sessionEnded();
    throw new CallError(
      response.status === 401 ? 'unauthorized' : 'refused',
      response.status,
      body?.message ?? messages.call.status(response.status),
    );
  }
  const answer: unknown = await response.json().catch(() => {
    // The connection broke, or the page was left, in the middle of the body.
    throw new CallError('offline', null, messages.call.notReached);
  });
  if (!Value.Check(definition.answer, answer)) {
    throw new CallError('unreadable', 200, messages.call.unexpected(definition.path));
  }
  if (options.tagged) Object.assign(options.tagged, { tag: response.headers.get('etag'), answer });
  return answer as AnswerOf<C>;
}

/** False only when the browser knows that it has no network. */
const hasNetwork = (): boolean => globalThis.navigator?.onLine !== false;

async function fetchWithRetries(url: string, request: RequestInit): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const wait = RETRY_WAITS_MS[attempt];
    try {
      const response = await fetch(url, request);
      const again = response.status === 429 || response.status >= RETRY_STATUS_MIN;
      if (!again || wait === undefined) return response;
    } catch (error) {
      if (request.signal?.aborted) throw error;
      // A browser without a network reports that: there is nothing to wait for.
      if (wait === undefined || !hasNetwork()) throw new CallError('offline', null, messages.call.notReached);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, wait);
    });
  }
}
