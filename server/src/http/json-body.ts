import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LARGE_BODY_BYTES, MAX_JSON_DEPTH } from '../limits.ts';
import { Problem } from '../errors.ts';

/** An escaped NUL in JSON text, and not the six characters of one behind an escaped backslash. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** An exponent of three digits, which a number beyond finite has unless it is written in digits. */
const BIG_EXPONENT = /\d[eE]\+?\d{3}/;
/** Digits in a row without which no number is beyond finite: the largest has 309 before its point. */
const MANY_DIGITS = 200;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** True where so many digits follow one another: one place in each stretch of that length is looked at, and its surroundings where it is a digit. */
function hasManyDigits(text: string): boolean {
  for (let at = MANY_DIGITS - 1; at < text.length; at += MANY_DIGITS) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let from = at;
    while (from > 0 && isDigit(text.charCodeAt(from - 1))) from -= 1;
    let to = at + 1;
    while (to < text.length && to - from < MANY_DIGITS && isDigit(text.charCodeAt(to))) to += 1;
    if (to - from >= MANY_DIGITS) return true;
  }
  return false;
}

/** Form of a number beyond finite; other bodies are not searched for one. */
const mayOverflow = (text: string): boolean => BIG_EXPONENT.test(text) || hasManyDigits(text);

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

/** Without these, no name in the text leads to a prototype: an escaped letter is `\u00` and two digits. */
const mayNamePrototype = (text: string): boolean => ['__proto__', 'constructor', '\\u00'].some((part) => text.includes(part));

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [BRACKET, BRACKET_END, BRACE, BRACE_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Place of the quote that ends a text of JSON which begins before `from`; the end of all where none does. */
function endOfText(json: string, from: number): number {
  for (let at = json.indexOf('"', from); at !== -1; at = json.indexOf('"', at + 1)) {
    let escapes = at;
    while (json.charCodeAt(escapes - 1) === BACKSLASH) escapes -= 1;
    if ((at - escapes) % 2 === 0) return at;
  }
  return json.length;
}

/** Whether arrays and objects are nested deeper than allowed. Looked at before anything recursive reads the body. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfText(json, at + 1);
    else if (code === BRACKET || code === BRACE) depth += 1;
    else if (code === BRACKET_END || code === BRACE_END) depth -= 1;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}

/** Whether each step of reading a body takes so long that other requests are handled between the steps. */
const isLarge = (bytes: number): boolean => bytes > LARGE_BODY_BYTES;

/**
 * Reads JSON as Fastify does (prototypes are refused), and refuses a NUL in any text: PostgreSQL has none, and what one
 * database stores and the other refuses belongs in neither. Numbers beyond the finite are refused by name: they would be
 * stored as null.
 *
 * A large body is scanned, parsed and passed on in separate turns, so that other requests are handled in between.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const guarded = app.getDefaultJsonParser('error', 'error');
  type Parser = (request: FastifyRequest, text: string, done: (error: Error | null, value?: unknown) => void) => void;
  // The guarded parser searches the whole text again, which takes a quarter as long as parsing it.
  const parsed: Parser = (request, text, done) => {
    if (mayNamePrototype(text)) return void guarded(request, text, done);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return void guarded(request, text, done);
    }
    done(null, value);
  };
  // For calls whose body is bytes (contract/calls/call.ts); others refuse it for being no object.
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string;
    const then = isLarge(text.length) ? setImmediate : (step: () => void): void => step();
    if (NUL.test(text)) return done(new Problem({ code: 'invalid-body', message: 'Texts may not hold a NUL character' }));
    if (isTooDeep(text))
      return done(new Problem({ code: 'invalid-body', message: `The body is nested deeper than ${MAX_JSON_DEPTH} levels` }));
    then(() => {
      parsed(request, text, (error, value) => {
        then(() => {
          const field = error === null && mayOverflow(text) ? unboundedNumber(value) : null;
          const fault =
            field === null ? error : new Problem({ code: 'invalid-field', message: `${field || 'body'}: is not a finite number`, field });
          done(fault, value);
        });
      });
    });
  });
}
