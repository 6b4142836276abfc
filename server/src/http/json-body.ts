import { type FastifyInstance } from 'fastify';
import { Problem } from './problem.ts';

/** An escaped NUL in JSON text, and not the six characters of one behind an escaped backslash. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/**
 * Reads JSON as Fastify does (prototypes are refused), and refuses a NUL in any text: PostgreSQL has none, and what one
 * database stores and the other refuses belongs in neither.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (NUL.test(body as string)) return done(new Problem(400, { code: 'invalid-body', message: 'Texts may not hold a NUL character' }));
    return parse(request, body as string, done);
  });
}
