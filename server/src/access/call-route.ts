import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { BYTES, type AnswerOf, type BodyOf, type Call } from '@echometry/contract/calls/call.ts';
import { type CallName, CALLS } from '@echometry/contract/calls/registry.ts';
import { counted } from '@echometry/contract/rules/counted.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  CALLS_PER_MINUTE,
  CHUNKS_PER_MINUTE,
  MAX_BODY_BYTES,
  SIGN_INS_PER_MINUTE,
  SNAPSHOTS_PER_MINUTE,
  TOKEN_CALLS_PER_MINUTE,
} from '../limits.ts';
import type { Services } from './services.ts';
import { tagAnswer } from './answer-tag.ts';
import type { CallLimits } from '../http/call-limits.ts';
import { bodyChecker } from '../http/body-schema.ts';
import { SERVICE_PREFIX } from '../http/service-prefix.ts';
import type { Caller } from './caller.ts';
import { callerOf, requireAccess, requireByToken } from './read-caller.ts';
import { notFound, Problem, tooMany, unauthorized } from '../errors.ts';

export interface CallContext<C extends Call> {
  body: BodyOf<C>;
  /** The segment in place of `{id}`, decoded; empty when the path has none. */
  id: string;
  request: FastifyRequest;
  /** For headers; the body is what the handler returns. */
  reply: FastifyReply;
  services: Services;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** The caller is unknown where no token is required. */
type Who<C extends Call> = C['access'] extends { need: 'anyone' } ? unknown : { caller: Caller };
/** A call of lines gives them one by one, as far as its client reads. */
type Given<C extends Call> = C extends { lines: true }
  ? AsyncIterable<AnswerOf<C> extends readonly (infer Line)[] ? Line : never>
  : AnswerOf<C>;
export type Handler<C extends Call> = (context: CallContext<C> & Who<C>) => Promise<Given<C>>;

/** Handlers of all calls: a call without a handler does not compile. */
export type Handlers = { readonly [Name in CallName]: Handler<(typeof CALLS)[Name]> };
/** The request of a call, as its handler gets it. */
export type ContextOf<Name extends CallName> = Parameters<Handlers[Name]>[0];

/** Calls that are made less often than others, by times a minute. */
const PER_MINUTE: Partial<Record<CallName, number>> = {
  demoSignIn: SIGN_INS_PER_MINUTE,
  exchange: SIGN_INS_PER_MINUTE,
  importsPutChunk: CHUNKS_PER_MINUTE,
  createSnapshot: SNAPSHOTS_PER_MINUTE,
};

/** Bytes, and no JSON in their place. */
function checkBytes(body: unknown): void {
  if (!(body instanceof Uint8Array)) throw new Problem({ code: 'invalid-body', message: 'The body must be application/octet-stream' });
}

/** Receives every response of a call. */
export type AnswerListener = (name: CallName, answer: unknown) => void;

interface ServeOptions {
  perMinute: number;
  limits: CallLimits;
  onAnswer: (answer: unknown) => void;
}

/** The name that calls of a caller are counted by: a program does not use up the calls of the page of its owner. */
const countedAs = ({ user, token }: Caller): string => (token === null ? `person ${user.id}` : `token ${token.id}`);

/** 429 for a personal access token that has made its calls of the minute, whichever calls those were. */
async function limitToken(caller: Caller, reply: FastifyReply, limits: CallLimits): Promise<void> {
  if (caller.token === null) return;
  const { place, endsInMs } = await limits.take(countedAs(caller), TOKEN_CALLS_PER_MINUTE);
  if (place <= TOKEN_CALLS_PER_MINUTE) return;
  const seconds = Math.ceil(endsInMs / 1000);
  reply.header('retry-after', seconds);
  throw tooMany(
    `This token made ${TOKEN_CALLS_PER_MINUTE} calls in this minute, which is the most. Try again in ${counted(seconds, 'second')}`,
  );
}

/** Characters of lines that are sent together. */
const PIECE_LENGTH = 32_768;

/** Lines of JSON, written as they are read. */
async function* textOf(lines: AsyncIterable<unknown>): AsyncGenerator<string> {
  let text = '';
  for await (const line of lines) {
    text += `${JSON.stringify(line)}\n`;
    if (text.length < PIECE_LENGTH) continue;
    yield text;
    text = '';
  }
  yield text;
}

const sendLines = (reply: FastifyReply, lines: AsyncIterable<unknown>): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .type('application/x-ndjson; charset=utf-8')
    .send(Readable.from(textOf(lines)));

function serveCall<C extends Call>(
  app: FastifyInstance,
  services: Services,
  call: C,
  handler: Handler<C>,
  { perMinute, limits, onAnswer }: ServeOptions,
): void {
  const check = call.method !== 'POST' ? null : call.body === BYTES ? checkBytes : bodyChecker(call.body);
  app.route<{ Params: { id?: string } }>({
    method: call.method,
    url: SERVICE_PREFIX[call.service] + call.path.replace('{id}', ':id'),
    bodyLimit: call.maxBodyBytes ?? MAX_BODY_BYTES,
    // Counted after the token was read: by person or personal access token, or by address without a sign-in.
    config: {
      rateLimit: {
        max: perMinute,
        timeWindow: 60_000,
        keyGenerator: ({ caller, ip }) => (caller === null ? ip : countedAs(caller)),
      },
    },
    // Before the body is read: a stranger's eight megabytes are not parsed.
    onRequest: async (request, reply) => {
      if (call.access.need === 'anyone') return;
      request.caller = await callerOf(request, services);
      await limitToken(request.caller, reply, limits);
      requireByToken(request.caller, call);
      requireAccess(request.caller, call.access);
    },
    handler: async (request, reply) => {
      check?.(request.body);
      // Other requests are handled between the check of a large body and the work on it.
      if (call.maxBodyBytes !== undefined) await setImmediate();
      const id = request.params.id ?? '';
      if (id.includes('\0')) throw notFound('id', 'No such id');
      const { caller } = request;
      if (call.access.need !== 'anyone' && caller === null) throw unauthorized();
      // The checks above proved that the body matches the contract, and that the caller is known where the call needs one.
      const body = (check === null ? null : request.body) as BodyOf<C>;
      const answer = await handler({ body, id, request, reply, services, caller } as CallContext<C> & Who<C>);
      if (call.lines === true) return sendLines(reply, answer as AsyncIterable<unknown>);
      onAnswer(answer);
      const text = JSON.stringify(answer);
      reply.header('cache-control', 'no-store');
      if (call.tagged === true && caller !== null && tagAnswer(request, reply, caller, call.path, text)) return reply.send();
      return reply.type('application/json; charset=utf-8').send(text);
    },
  });
}

/** Serves every call of the contract; the role rules of each are checked before its handler. */
export function serveCalls(
  app: FastifyInstance,
  services: Services,
  handlers: Handlers,
  { limits, onAnswer }: { limits: CallLimits; onAnswer: AnswerListener },
): void {
  const serve = <Name extends CallName>(name: Name): void =>
    serveCall(app, services, CALLS[name], handlers[name] as Handler<(typeof CALLS)[Name]>, {
      perMinute: PER_MINUTE[name] ?? CALLS_PER_MINUTE,
      limits,
      onAnswer: (answer) => onAnswer(name, answer),
    });
  for (const name of Object.keys(CALLS) as CallName[]) serve(name);
}
