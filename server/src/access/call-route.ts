import { setImmediate } from 'node:timers/promises';
import { BYTES, type AnswerOf, type BodyOf, type Call } from '@echometry/contract/calls/call.ts';
import { type CallName, CALLS } from '@echometry/contract/calls/registry.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CALLS_PER_MINUTE, CHUNKS_PER_MINUTE, MAX_BODY_BYTES, SIGN_INS_PER_MINUTE, SNAPSHOTS_PER_MINUTE } from '../limits.ts';
import type { Services } from './services.ts';
import { tagAnswer } from './answer-tag.ts';
import { bodyChecker } from '../http/body-schema.ts';
import { SERVICE_PREFIX } from '../http/service-prefix.ts';
import type { Caller } from './caller.ts';
import { callerOf, requireAccess } from './read-caller.ts';
import { notFound, Problem, unauthorized } from '../errors.ts';

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
export type Handler<C extends Call> = (context: CallContext<C> & Who<C>) => Promise<AnswerOf<C>>;

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
  onAnswer: (answer: unknown) => void;
}

function serveCall<C extends Call>(
  app: FastifyInstance,
  services: Services,
  call: C,
  handler: Handler<C>,
  { perMinute, onAnswer }: ServeOptions,
): void {
  const check = call.method !== 'POST' ? null : call.body === BYTES ? checkBytes : bodyChecker(call.body);
  app.route<{ Params: { id?: string } }>({
    method: call.method,
    url: SERVICE_PREFIX[call.service] + call.path.replace('{id}', ':id'),
    bodyLimit: call.maxBodyBytes ?? MAX_BODY_BYTES,
    // Counted after the token was read: by person, or by address without a sign-in.
    config: {
      rateLimit: {
        max: perMinute,
        timeWindow: 60_000,
        keyGenerator: (request) => (request.caller === null ? request.ip : `person ${request.caller.user.id}`),
      },
    },
    // Before the body is read: a stranger's eight megabytes are not parsed.
    onRequest: async (request) => {
      if (call.access.need === 'anyone') return;
      request.caller = await callerOf(request, services);
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
      onAnswer(answer);
      const text = JSON.stringify(answer);
      reply.header('cache-control', 'no-store');
      if (call.tagged === true && caller !== null && tagAnswer(request, reply, caller, call.path, text)) return reply.send();
      return reply.type('application/json; charset=utf-8').send(text);
    },
  });
}

/** Serves every call of the contract; the role rules of each are checked before its handler. */
export function serveCalls(app: FastifyInstance, services: Services, handlers: Handlers, onAnswer: AnswerListener): void {
  const serve = <Name extends CallName>(name: Name): void =>
    serveCall(app, services, CALLS[name], handlers[name] as Handler<(typeof CALLS)[Name]>, {
      perMinute: PER_MINUTE[name] ?? CALLS_PER_MINUTE,
      onAnswer: (answer) => onAnswer(name, answer),
    });
  for (const name of Object.keys(CALLS) as CallName[]) serve(name);
}
