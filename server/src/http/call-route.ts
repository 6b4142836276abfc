import { type AnswerOf, type BodyOf, type Call, type Service } from '@echometry/contract/calls/call.ts';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { CALLS_PER_MINUTE, MAX_BODY_BYTES } from '../limits.ts';
import { type Services } from '../services.ts';
import { bodyChecker } from './body-schema.ts';
import { type Caller, callerOf, requireAccess } from './caller.ts';
import { notFound, unauthorized } from './problem.ts';

/** Address prefix of each service, also written into config/endpoints.json. */
export const SERVICE_PREFIX: Readonly<Record<Service, string>> = { custom: '/api/', admin: '/api/admin/', auth: '/auth/' };

export interface CallContext<C extends Call> {
  body: BodyOf<C>;
  /** The segment in place of `{id}`, decoded; empty when the path has none. */
  id: string;
  request: FastifyRequest;
  services: Services;
}

declare module 'fastify' {
  interface FastifyRequest { caller: Caller | null }
}

type Handler<C extends Call, Who> = (context: CallContext<C> & Who) => Promise<AnswerOf<C>>;

function register<C extends Call>(app: FastifyInstance, services: Services, call: C, run: (context: CallContext<C>) => Promise<AnswerOf<C>>, options: { perMinute?: number } = {}): void {
  const check = call.method === 'POST' ? bodyChecker(call.body) : null;
  app.route<{ Params: { id?: string } }>({
    method: call.method,
    url: SERVICE_PREFIX[call.service] + call.path.replace('{id}', ':id'),
    bodyLimit: call.maxBodyBytes ?? MAX_BODY_BYTES,
    // Counted after the token was read: by person, or by address where nobody is signed in.
    config: { rateLimit: { max: options.perMinute ?? CALLS_PER_MINUTE, timeWindow: 60_000, keyGenerator: (request) => (request.caller === null ? request.ip : `person ${request.caller.user.id}`) } },
    // Before the body is read: a stranger's eight megabytes are not parsed.
    onRequest: async (request) => {
      if (call.access.need === 'anyone') return;
      request.caller = await callerOf(request, services);
      requireAccess(request.caller, call.access);
    },
    handler: async (request, reply) => {
      check?.(request.body);
      const id = request.params.id ?? '';
      if (id.includes('\0')) throw notFound('id', 'No such id');
      // The check above made the body what the contract says.
      const body = (check === null ? null : request.body) as BodyOf<C>;
      const answer = await run({ body, id, request, services });
      return reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(JSON.stringify(answer));
    },
  });
}

/** Serves a call that needs no token. */
export function openRoute<C extends Call>(app: FastifyInstance, services: Services, call: C, handler: Handler<C, unknown>, options: { perMinute?: number } = {}): void {
  register(app, services, call, handler, options);
}

/** Serves a call of somebody signed in; the role rules of the call were checked. */
export function callRoute<C extends Call>(app: FastifyInstance, services: Services, call: C, handler: Handler<C, { caller: Caller }>): void {
  register(app, services, call, async (context) => {
    const { caller } = context.request;
    if (caller === null) throw unauthorized();
    return handler({ ...context, caller });
  });
}
