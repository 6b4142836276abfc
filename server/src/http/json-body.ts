import { type FastifyInstance } from 'fastify';
import { Problem } from '../problem.ts';

/** An escaped NUL in JSON text, and not the six characters of one behind an escaped backslash. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** What a number beyond finite needs to be written: 200 digits, or an exponent of three; not inside of a word. Others are not searched. */
const MAY_OVERFLOW = /\d{200}|(?<![\w."-])-?\d+(?:\.\d+)?[eE]\+?\d{3}/;

/** Path of the first number that is not finite; null when there is none. JSON itself has no such number, but 1e999 is read as one. */
function unboundedNumber(value: unknown, at = ''): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : at;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, part] of Object.entries(value)) {
    const found = unboundedNumber(part, at === '' ? key : `${at}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Reads JSON as Fastify does (prototypes are refused), and refuses a NUL in any text: PostgreSQL has none, and what one
 * database stores and the other refuses belongs in neither. Numbers beyond the finite are refused by name: they would be
 * stored as null.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  // For calls whose body is bytes (contract/calls/call.ts); others refuse it for being no object.
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (NUL.test(body as string)) return done(new Problem({ code: 'invalid-body', message: 'Texts may not hold a NUL character' }));
    return parse(request, body as string, (error, value) => {
      const field = error === null && MAY_OVERFLOW.test(body as string) ? unboundedNumber(value) : null;
      if (field === null) return done(error, value);
      return done(new Problem({ code: 'invalid-field', message: `${field || 'body'}: is no finite number`, field }));
    });
  });
}
