/** A request on its way through the socket: one line, and further lines for the rows of a long mapping. */
import { setImmediate } from 'node:timers/promises';
import type { MappingRow } from '@echometry/contract/records/import.ts';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { PredictionsRequest } from '../../imports/predictions/request.ts';
import { Refusal } from '../../errors.ts';
import { AdminRequest } from '../../administration/request.ts';
import { ImportRequest, MappingLine, ROWS_OF_A_LINE } from '../../imports/request.ts';
import { MaintenanceRequest } from '../../upkeep/request.ts';

export type Request = AdminRequest | MaintenanceRequest | PredictionsRequest | ImportRequest;

/** The lines of a request. */
export function* linesOf(request: unknown): Generator<string> {
  const { mapping, ...rest } = request as { mapping?: readonly MappingRow[] };
  const rows = mapping ?? [];
  if (rows.length <= ROWS_OF_A_LINE) return yield JSON.stringify(request);
  yield JSON.stringify({ ...rest, mapping_lines: Math.ceil(rows.length / ROWS_OF_A_LINE) });
  for (let from = 0; from < rows.length; from += ROWS_OF_A_LINE) yield JSON.stringify(rows.slice(from, from + ROWS_OF_A_LINE));
}

/** Compiled at the first use: a mapping has tens of thousands of rows, and the command line checks nothing. */
const checked = <T>(schema: TSchema): ((value: unknown) => value is T) => {
  let compiled: { Check: (value: unknown) => boolean } | null = null;
  return (value): value is T => (compiled ??= Compile(schema)).Check(value);
};
const isRows = checked<MappingRow[]>(MappingLine);
const KINDS = [AdminRequest, MaintenanceRequest, PredictionsRequest, ImportRequest].map((schema) => checked<Request>(schema));

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Refusal('The request is not JSON.');
  }
}

/** Puts a request together from its lines. */
class RequestReader {
  #head: ImportRequest | null = null;
  #left = 0;
  readonly #rows: MappingRow[] = [];

  /** The request once its last line is there, null before. @throws Refusal for a line that does not belong to one */
  take(line: string): Request | null {
    const value = parsed(line);
    if (this.#head === null) return this.#first(value);
    if (!isRows(value)) throw new Refusal('The rows of the mapping cannot be read.');
    for (const row of value) this.#rows.push(row);
    this.#left -= 1;
    return this.#left === 0 ? { ...this.#head, mapping: this.#rows } : null;
  }

  #first(value: unknown): Request | null {
    const is = KINDS.find((check) => check(value));
    if (is === undefined || !is(value)) throw new Refusal('The running server does not know this request. It may be of another version');
    if (value.command !== 'import' || value.mapping_lines === undefined) return value;
    const { mapping_lines, ...head } = value;
    this.#head = head;
    this.#left = mapping_lines;
    return null;
  }
}

/**
 * Reads one request; null when the client leaves before it is whole. Others are responded to between two lines.
 * @throws Refusal for lines that are not a request
 */
export async function readRequest(lines: AsyncIterable<string>): Promise<Request | null> {
  const reader = new RequestReader();
  for await (const line of lines) {
    const request = reader.take(line);
    if (request !== null) return request;
    await setImmediate();
  }
  return null;
}
