import { setImmediate } from 'node:timers/promises';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Damage } from '../errors.ts';
import { LARGE_BODY_BYTES } from '../limits.ts';

/**
 * Reads stored JSON that may be large: 30,000 points take 5 ms by a compiled schema and 450 ms by `Value.Parse`. Other requests are
 * handled between reading and checking.
 * @throws Damage for JSON that does not match, as `what`
 */
export function storedJson<T extends TSchema>(schema: T, what: string): (text: string) => Promise<Static<T>> {
  let compiled: { Check: (value: unknown) => boolean } | null = null;
  return async (text) => {
    const value: unknown = JSON.parse(text);
    if (text.length > LARGE_BODY_BYTES) await setImmediate();
    compiled ??= Compile(schema);
    if (!compiled.Check(value)) throw new Damage(`${what} is not what was stored`);
    return value as Static<T>;
  };
}
