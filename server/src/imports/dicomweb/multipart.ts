import { MAX_BOUNDARY, MAX_DELIMITER_LINE_BYTES, MAX_PART_HEADER_BYTES, MAX_PREAMBLE_BYTES } from './limits.ts';

/** The bytes are not a multipart body, end before its end, or exceed a limit. */
export class MultipartFault extends Error {
  constructor(
    readonly code: 'cut' | 'malformed' | 'too-large',
    message: string,
  ) {
    super(message);
  }
}

export interface Part {
  /** Lower case; empty where the part names none. */
  contentType: string;
  bytes: Uint8Array;
}

const CRLF = Buffer.from('\r\n');
const BLANK_LINE = Buffer.from('\r\n\r\n');
const CLOSING = '--';
const PART = 'A part';

/** Boundary of `multipart/related` (RFC 2387); null for any other content type. */
export function boundaryOf(contentType: string): string | null {
  if (!/^multipart\/related\s*(?:;|$)/i.test(contentType)) return null;
  const found = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType);
  const boundary = found?.[1] ?? found?.[2] ?? '';
  return boundary.length > 0 && boundary.length <= MAX_BOUNDARY ? boundary : null;
}

/** Reads a stream of pieces up to delimiters; holds one piece and what was asked for, never more. */
class DelimitedReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Buffer;

  /** @param ahead bytes that are read before the first piece */
  constructor(body: AsyncIterable<Uint8Array>, ahead: Buffer) {
    this.#pieces = body[Symbol.asyncIterator]();
    this.#rest = ahead;
  }

  async #more(): Promise<void> {
    const next = await this.#pieces.next();
    if (next.done === true) throw new MultipartFault('cut', 'The response ends in the middle.');
    const piece = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    this.#rest = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
  }

  /** Bytes before the delimiter, which is taken as well. */
  async until(delimiter: Buffer, limit: number, what: string): Promise<Buffer> {
    const taken: Buffer[] = [];
    let size = 0;
    const take = (count: number): void => {
      size += count;
      if (size > limit) throw new MultipartFault(what === PART ? 'too-large' : 'malformed', `${what} is larger than ${limit} bytes.`);
      if (count > 0) taken.push(this.#rest.subarray(0, count));
    };
    for (;;) {
      const at = this.#rest.indexOf(delimiter);
      if (at !== -1) {
        take(at);
        this.#rest = this.#rest.subarray(at + delimiter.length);
        return taken.length === 1 ? taken[0]! : Buffer.concat(taken, size);
      }
      // Its beginning may be the end of what is there.
      const sure = Math.max(this.#rest.length - delimiter.length + 1, 0);
      take(sure);
      this.#rest = this.#rest.subarray(sure);
      await this.#more();
    }
  }

  /** The next bytes, which are left where they are. */
  async peek(count: number): Promise<string> {
    while (this.#rest.length < count) await this.#more();
    return this.#rest.toString('latin1', 0, count);
  }

  /** Puts bytes before what comes next. */
  putBack(bytes: Buffer): void {
    this.#rest = Buffer.concat([bytes, this.#rest]);
  }
}

const contentTypeIn = (headers: string): string => {
  const line = headers.split('\r\n').find((header) => /^content-type\s*:/i.test(header));
  return line === undefined
    ? ''
    : line
        .slice(line.indexOf(':') + 1)
        .trim()
        .toLowerCase();
};

/**
 * Parts of a multipart body one after the other (RFC 2046, 5.1.1), each held as a whole.
 * @param limit bytes of one part at most
 * @throws {MultipartFault} at the first byte that does not fit
 */
export async function* partsOf(body: AsyncIterable<Uint8Array>, boundary: string, limit: number): AsyncGenerator<Part> {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  // The first delimiter may be at the very beginning, without a line end before it.
  const reader = new DelimitedReader(body, CRLF);
  await reader.until(delimiter, MAX_PREAMBLE_BYTES, 'The text before the first part');
  while ((await reader.peek(CLOSING.length)) !== CLOSING) {
    const padding = await reader.until(CRLF, MAX_DELIMITER_LINE_BYTES, 'The line of a delimiter');
    if (!/^[ \t]*$/.test(padding.toString('latin1'))) throw new MultipartFault('malformed', 'A delimiter is followed by text.');
    // A part without headers begins with the blank line.
    reader.putBack(CRLF);
    const headers = await reader.until(BLANK_LINE, MAX_PART_HEADER_BYTES, 'The headers of a part');
    const bytes = await reader.until(delimiter, limit, PART);
    yield { contentType: contentTypeIn(headers.toString('latin1')), bytes };
  }
}
