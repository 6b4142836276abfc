/** Rows of a configuration set as the server sent them, checked against their schema: what does not fit is left out and named. */
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { messages } from './messages.ts';

export interface ReadRows<T> {
  rows: T[];
  /** Refused rows: name of the set, number and name of the row, place and reason. */
  refused: string[];
}

/**
 * @param set name of the set, for the words of a refusal
 * @param nameOf what a row calls itself, as far as it can be read
 */
export function readRows<S extends TSchema>(schema: S, set: string, data: readonly unknown[], nameOf: string): ReadRows<Static<S>> {
  const rows: Static<S>[] = [];
  const refused: string[] = [];
  for (const [index, row] of data.entries()) {
    if (Value.Check(schema, row)) {
      rows.push(row);
      continue;
    }
    const [first] = Value.Errors(schema, row);
    const name: unknown = typeof row === 'object' && row !== null ? (row as Record<string, unknown>)[nameOf] : undefined;
    refused.push(messages.config.row(set, index + 1, typeof name === 'string' ? name : null, first?.instancePath ?? '', first?.message));
  }
  return { rows, refused };
}
