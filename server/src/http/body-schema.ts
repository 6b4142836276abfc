import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Problem } from '../errors.ts';

const dotted = (pointer: string): string => pointer.slice(1).replaceAll('/', '.');
const join = (parent: string, name: string): string => (parent === '' ? name : `${parent}.${name}`);

/** Compiled schemas: several services of one process, as in tests, share them. */
const compilations = new WeakMap<TSchema, Validator>();

function compile(schema: TSchema): Validator {
  const known = compilations.get(schema) ?? Compile(schema);
  compilations.set(schema, known);
  return known;
}

/** Checks a body against its contract: unknown fields are refused by name, then missing and wrong ones. */
export function bodyChecker(schema: TSchema): (body: unknown) => void {
  const compiled = compile(schema);
  return (body) => {
    if (compiled.Check(body)) return;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      throw new Problem({ code: 'invalid-body', message: 'The body must be a JSON object' });
    }
    const errors = compiled.Errors(body);
    for (const error of errors) {
      if (error.keyword !== 'additionalProperties') continue;
      const [name] = error.params.additionalProperties;
      if (name === undefined) continue;
      const field = join(dotted(error.instancePath), name);
      throw new Problem({ code: 'unknown-field', message: `Unknown field ${field}`, field });
    }
    for (const error of errors) {
      if (error.keyword !== 'required') continue;
      const [name] = error.params.requiredProperties;
      if (name === undefined) continue;
      const field = join(dotted(error.instancePath), name);
      throw new Problem({ code: 'invalid-field', message: `Missing field ${field}`, field });
    }
    const first = errors[0];
    const field = dotted(first?.instancePath ?? '/');
    throw new Problem({ code: 'invalid-field', message: `${field || 'body'}: ${first?.message ?? 'is not allowed'}`, field });
  };
}
