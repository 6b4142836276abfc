/**
 * Files that are written a little at a time: a commit of SQLite waits until the disk has everything that other files of the
 * same file system wait for, and the server with it (docs/operations.md#long-work).
 */
import { type FileHandle, open } from 'node:fs/promises';
import { Writable } from 'node:stream';

/** Bytes of a file that may wait for the disk. */
const MAX_WAITING_BYTES = 8 * 1024 ** 2;

/** Bytes of small pieces that are gathered for one write. */
const GATHERED_BYTES = 256 * 1024;

/** Appends to an open file. */
export class SteadyWriter {
  readonly #handle: FileHandle;
  #waiting = 0;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + MAX_WAITING_BYTES - this.#waiting);
      await this.#handle.writeFile(part);
      at += part.length;
      this.#waiting += part.length;
      if (this.#waiting < MAX_WAITING_BYTES) continue;
      await this.#handle.datasync();
      this.#waiting = 0;
    }
  }
}

/** A stream into a new file, or over an earlier one of this name, that only its owner can read. */
export function steadyFile(file: string): Writable {
  let handle: FileHandle | null = null;
  let writer: SteadyWriter | null = null;
  const settle = (work: Promise<unknown>, callback: (error?: Error | null) => void): void => {
    work.then(
      () => callback(),
      (error: Error) => callback(error),
    );
  };
  const append = (bytes: Uint8Array, callback: (error?: Error | null) => void): void =>
    settle(writer?.write(bytes) ?? Promise.resolve(), callback);
  return new Writable({
    highWaterMark: GATHERED_BYTES,
    construct: (callback) =>
      settle(
        open(file, 'w', 0o600).then((opened) => {
          handle = opened;
          writer = new SteadyWriter(opened);
        }),
        callback,
      ),
    write: (chunk: Buffer, _encoding, callback) => append(chunk, callback),
    // Small pieces that gathered meanwhile are written together.
    writev: (pieces: { chunk: Buffer }[], callback) => append(Buffer.concat(pieces.map(({ chunk }) => chunk)), callback),
    destroy: (error, callback) =>
      settle(
        (handle?.close() ?? Promise.resolve()).then(() => {
          if (error !== null) throw error;
        }),
        callback,
      ),
  });
}
