/**
 * The bytes of one file while they arrive: one buffer, shared with other workers when the page is isolated. When the length is
 * not known beforehand the buffer doubles, and readers ask for it again.
 */

/** docs/contracts.md#limits. */
const MAX_FILE_BYTES = 2 * 1024 ** 3;
const FIRST_GUESS_BYTES = 4 * 1024 ** 2;

export class FileBytes {
  #buffer: ArrayBufferLike;
  #length = 0;
  readonly #share: boolean;
  /** Start and end of what was put at its place ahead of the stream. */
  readonly #ahead: [number, number][] = [];

  constructor(expected: number | null, share: boolean) {
    this.#share = share;
    this.#buffer = allocate(Math.max(expected ?? FIRST_GUESS_BYTES, 1), share);
  }

  /** A file that is there whole. */
  static whole(bytes: Uint8Array): FileBytes {
    const file = new FileBytes(0, false);
    file.#buffer = bytes.buffer;
    file.#length = bytes.length;
    return file;
  }

  get buffer(): ArrayBufferLike {
    return this.#buffer;
  }

  /** Number of bytes that have arrived, from the first. */
  get length(): number {
    return this.#length;
  }

  /** These bytes are there, by the stream or ahead of it. */
  has(start: number, length: number): boolean {
    const end = start + length;
    return end <= this.#length || this.#ahead.some(([from, to]) => from <= start && end <= to);
  }

  /** Puts separately fetched bytes at their place; false where the file is shorter. */
  putAhead(start: number, bytes: Uint8Array): boolean {
    if (start + bytes.length > this.#buffer.byteLength) return false;
    new Uint8Array(this.#buffer).set(bytes, start);
    this.#ahead.push([start, start + bytes.length]);
    return true;
  }

  append(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#buffer.byteLength) {
      const larger = allocate(Math.min(Math.max(needed, this.#buffer.byteLength * 2), MAX_FILE_BYTES), this.#share);
      new Uint8Array(larger).set(new Uint8Array(this.#buffer));
      this.#buffer = larger;
    }
    new Uint8Array(this.#buffer).set(chunk, this.#length);
    this.#length = needed;
  }
}

/** Memory that several workers may read, or that moves from one to another. */
export const allocate = (bytes: number, share: boolean): ArrayBufferLike => (share ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));

/**
 * The pieces of one frame as one array: the piece itself when there is only one, else joined.
 * @param ranges start and length in bytes, one pair after the other
 */
export function gather(buffer: ArrayBufferLike, ranges: ArrayLike<number>): Uint8Array {
  if (ranges.length === 2) return new Uint8Array(buffer, ranges[0], ranges[1]);
  let total = 0;
  for (let i = 1; i < ranges.length; i += 2) total += ranges[i] ?? 0;
  const joined = new Uint8Array(total);
  let at = 0;
  for (let i = 0; i + 1 < ranges.length; i += 2) {
    const piece = new Uint8Array(buffer, ranges[i], ranges[i + 1]);
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
