/** Writes past the page cache: a bulk of new files is not copied into it, and what people are looking at stays there. */
import { randomUUID } from 'node:crypto';
import { closeSync, constants, ftruncate, openSync, rmSync, write, writeSync } from 'node:fs';
import path from 'node:path';

/** Addresses, lengths and places of direct writes are multiples of this, in bytes: of the largest blocks that disks have. */
const BLOCK_BYTES = 4096;
/** Smaller files are written as fast through the cache, in bytes. */
const LEAST_BYTES = 256 * 1024;
/** Memory for files that are being written, in bytes, and the steps in which it is given out. */
const ROOM_BYTES = 32 * 1024 ** 2;
const STEP_BYTES = 128 * 1024;
const PAGE_BYTES = 64 * 1024;
/** What systems say where files cannot be written so. */
const NOT_HERE = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP']);

/** Memory that begins at a block, in steps; made once something is taken of it. */
class Room {
  #memory: Uint8Array | null = null;
  readonly #isTaken = Array.from({ length: ROOM_BYTES / STEP_BYTES }, () => false);

  /** Takes as many bytes at least; null where so many are not free next to each other. */
  take(bytes: number): Uint8Array | null {
    const steps = Math.ceil(bytes / STEP_BYTES);
    let first = 0;
    for (let at = 0; at < this.#isTaken.length && at - first < steps; at += 1) if (this.#isTaken[at] === true) first = at + 1;
    if (first + steps > this.#isTaken.length) return null;
    this.#isTaken.fill(true, first, first + steps);
    // Memory of WebAssembly begins at a page of the system, which no other memory of JavaScript promises.
    const pages = ROOM_BYTES / PAGE_BYTES;
    this.#memory ??= new Uint8Array(new WebAssembly.Memory({ initial: pages, maximum: pages }).buffer);
    return this.#memory.subarray(first * STEP_BYTES, (first + steps) * STEP_BYTES);
  }

  giveBack(part: Uint8Array): void {
    const first = part.byteOffset / STEP_BYTES;
    this.#isTaken.fill(false, first, first + part.length / STEP_BYTES);
  }
}

/** All writers of a thread share it. */
const room = new Room();

const writtenAt = (fd: number, bytes: Uint8Array, at: number): Promise<number> =>
  new Promise((resolve, reject) => {
    write(fd, bytes, at, bytes.length - at, at, (error, count) => (error === null ? resolve(count) : reject(error)));
  });

const cutTo = (fd: number, bytes: number): Promise<void> =>
  new Promise((resolve, reject) => {
    ftruncate(fd, bytes, (error) => (error === null ? resolve() : reject(error)));
  });

async function writeWhole(fd: number, blocks: Uint8Array, bytes: number): Promise<void> {
  for (let at = 0; at < blocks.length;) at += await writtenAt(fd, blocks, at);
  await cutTo(fd, bytes);
}

/** A file that is being written. */
interface BeingWritten {
  fd: number;
  /** The file is whole, though not durable, once this resolves. It may be closed only once this has ended. */
  written: Promise<void>;
}

/** Files of one folder. */
export class DirectFiles {
  readonly #folder: string;
  #isPossible: boolean | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Begins to write a new file, whose bytes are copied before this returns; null where it has to be written in the usual
   * way. Throws what the system refuses.
   */
  begin(name: string, bytes: Uint8Array): BeingWritten | null {
    if (bytes.length < LEAST_BYTES || !(this.#isPossible ??= this.#tried())) return null;
    const part = room.take(bytes.length);
    if (part === null) return null;
    try {
      const fd = this.#open(name);
      part.set(bytes);
      const blocks = part.subarray(0, Math.ceil(bytes.length / BLOCK_BYTES) * BLOCK_BYTES);
      blocks.fill(0, bytes.length);
      return { fd, written: writeWhole(fd, blocks, bytes.length).finally(() => room.giveBack(part)) };
    } catch (error) {
      room.giveBack(part);
      throw error;
    }
  }

  #open(name: string): number {
    const { O_WRONLY, O_CREAT, O_EXCL, O_DIRECT } = constants;
    return openSync(path.join(this.#folder, name), O_WRONLY | O_CREAT | O_EXCL | O_DIRECT, 0o600);
  }

  /** Writes a block: not every file system takes it, and some only say so then. */
  #tried(): boolean {
    // Linux has the flag; elsewhere it is not defined.
    if ((constants as Partial<typeof constants>).O_DIRECT === undefined) return false;
    const name = `direct.${randomUUID()}`;
    const part = room.take(BLOCK_BYTES);
    if (part === null) return false;
    try {
      const fd = this.#open(name);
      try {
        writeSync(fd, part, 0, BLOCK_BYTES, 0);
      } finally {
        closeSync(fd);
      }
      return true;
    } catch (error) {
      if (NOT_HERE.has((error as NodeJS.ErrnoException).code ?? '')) return false;
      throw error;
    } finally {
      room.giveBack(part);
      rmSync(path.join(this.#folder, name), { force: true });
    }
  }
}
