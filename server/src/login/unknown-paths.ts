import type { ErrorBody } from '@echometry/contract/calls/error.ts';
import type { FastifyInstance } from 'fastify';
import { notePage } from './pages/pages.ts';

/** A person in a browser asks for a page (RFC 9110 12.5.1); a client of the calls names JSON, or nothing. */
const asksForPage = (accept: string | undefined): boolean => /\b(text\/html|application\/xhtml\+xml)\b/.test(accept ?? '');

/** Responds to addresses that lead nowhere: a page for a browser, the error contract for a client. */
export function answerUnknownPaths(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    reply.code(404).header('cache-control', 'no-store').header('vary', 'accept');
    if (asksForPage(request.headers.accept) && (request.method === 'GET' || request.method === 'HEAD'))
      return reply.type('text/html; charset=utf-8').send(
        notePage('There is no such page', 'The address is mistyped, or the page is gone. Your work is not affected.', {
          href: '/',
          label: 'To the start page',
        }),
      );
    return reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ code: 'not-found', message: 'No such address' } satisfies ErrorBody));
  });
}
