/** Writes new files past the page cache, so that a large import does not drive out of it what people are looking at. */
import { randomUUID } from 'node:crypto';
import { closeSync, constants, ftruncate, openSync, rmSync, write, writeSync } from 'node:fs';
import path from 'node:path';

/** Memory addresses, lengths and file offsets of direct writes are multiples of the disk's block, which is at most this large, in bytes. */
const BLOCK_BYTES = 4096;
/** Smaller files are written through the cache, in bytes: copying them costs little. */
const LEAST_BYTES = 256 * 1024;
/** Memory of a thread for files that are being written, and the unit in which it is allocated, in bytes. */
const MEMORY_BYTES = 32 * 1024 ** 2;
const UNIT_BYTES = 128 * 1024;
const WASM_PAGE_BYTES = 64 * 1024;
/** Error codes of file systems without direct writes. */
const UNSUPPORTED = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP']);

/** Memory aligned to blocks, in units; reserved at the first use. */
class AlignedMemory {
  #bytes: Uint8Array | null = null;
  readonly #isTaken = Array.from({ length: MEMORY_BYTES / UNIT_BYTES }, () => false);

  /** At least `bytes` contiguous bytes; null when no free range is large enough. */
  take(bytes: number): Uint8Array | null {
    const units = Math.ceil(bytes / UNIT_BYTES);
    let first = 0;
    for (let at = 0; at < this.#isTaken.length && at - first < units; at += 1) if (this.#isTaken[at] === true) first = at + 1;
    if (first + units > this.#isTaken.length) return null;
    this.#isTaken.fill(true, first, first + units);
    // Memory of WebAssembly begins at a page of the system; array buffers promise no alignment.
    const pages = MEMORY_BYTES / WASM_PAGE_BYTES;
    this.#bytes ??= new Uint8Array(new WebAssembly.Memory({ initial: pages, maximum: pages }).buffer);
    return this.#bytes.subarray(first * UNIT_BYTES, (first + units) * UNIT_BYTES);
  }

  giveBack(part: Uint8Array): void {
    const first = part.byteOffset / UNIT_BYTES;
    this.#isTaken.fill(false, first, first + part.length / UNIT_BYTES);
  }
}

/** Shared by all folders of a thread. */
const memory = new AlignedMemory();

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
  /** Resolves when all bytes are in the file, though not durably. The file must stay open until this settles. */
  written: Promise<void>;
}

/** Direct writes into one folder. */
export class DirectFiles {
  readonly #folder: string;
  /** Null until a block was tried. */
  #isSupported: boolean | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Begins to write a new file and copies its bytes before it returns. Null when the file must be written through the cache:
   * it is smaller than 256 KiB, no memory is free for it, or the file system has no direct writes. Throws the system's error
   * when the file cannot be opened.
   */
  begin(name: string, bytes: Uint8Array): BeingWritten | null {
    if (bytes.length < LEAST_BYTES || this.#isSupported === false) return null;
    const part = memory.take(bytes.length);
    if (part === null) return null;
    let written: Promise<void> | null = null;
    try {
      this.#isSupported ??= this.#tryBlock(part);
      if (!this.#isSupported) return null;
      const fd = this.#open(name);
      part.set(bytes);
      const blocks = part.subarray(0, Math.ceil(bytes.length / BLOCK_BYTES) * BLOCK_BYTES);
      blocks.fill(0, bytes.length);
      written = writeWhole(fd, blocks, bytes.length).finally(() => memory.giveBack(part));
      return { fd, written };
    } finally {
      if (written === null) memory.giveBack(part);
    }
  }

  #open(name: string): number {
    const { O_WRONLY, O_CREAT, O_EXCL, O_DIRECT } = constants;
    return openSync(path.join(this.#folder, name), O_WRONLY | O_CREAT | O_EXCL | O_DIRECT, 0o600);
  }

  /** Whether a block can be written: some file systems refuse to open a file, others only to write it. */
  #tryBlock(part: Uint8Array): boolean {
    // Defined only on Linux.
    if ((constants as Partial<typeof constants>).O_DIRECT === undefined) return false;
    const name = `direct.${randomUUID()}`;
    try {
      const fd = this.#open(name);
      try {
        writeSync(fd, part, 0, BLOCK_BYTES, 0);
      } finally {
        closeSync(fd);
      }
      return true;
    } catch (error) {
      if (UNSUPPORTED.has((error as NodeJS.ErrnoException).code ?? '')) return false;
      throw error;
    } finally {
      rmSync(path.join(this.#folder, name), { force: true });
    }
  }
}
