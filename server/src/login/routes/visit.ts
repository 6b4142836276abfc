import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Flow, FlowStep } from '../flow.ts';
import type { LoginContext } from './login-context.ts';

/** A request of a browser whose sign-in is under way. */
export interface Visit {
  context: LoginContext;
  request: FastifyRequest;
  reply: FastifyReply;
  flow: Flow;
}

/** Handles a page of one step; sign-ins at another step are led to theirs. */
export const atStep =
  (context: LoginContext, step: FlowStep, handle: (visit: Visit) => Promise<FastifyReply>) =>
  (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    context.at([step], request, reply, (flow) => handle({ context, request, reply, flow }));
