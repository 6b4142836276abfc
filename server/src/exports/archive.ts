import { createHash } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ArchiveFile } from './formats/source.ts';
import { steadyFile } from '../objects/steady-file.ts';

/** A file of an archive as its manifest names it. */
export interface ArchivedFile {
  path: string;
  size_bytes: number;
  sha256: string;
}

/** Letters, digits, dot, hyphen, underscore, at-sign and slashes between names: what every system takes. */
const SAFE_PATH = /^(?!\/)(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9._@/-]+$/;
/** Compressed already. */
const STORED = /\.(?:dcm|png|avi|gz|jpg|zip)$/i;
/** A little slower to compress than to read. */
const COMPRESSION_LEVEL = 4;

/** A name as a part of a path: other characters become hyphens. */
export const pathPart = (name: string): string => name.replaceAll(/[^A-Za-z0-9._@-]+/g, '-').replace(/^\.+/, '') || '-';

/**
 * A ZIP archive that grows on the disk file by file: each is read to its end before the next one is asked for, so that
 * memory holds one piece of one file.
 */
export class Archive {
  readonly #zip = new ZipFile();
  readonly #target: string;
  readonly #written: Promise<void>;
  readonly #mtime: Date;
  #failure: Error | null = null;
  /** Ends the wait for the file that is being added. */
  #endWait: ((failure: Error) => void) | null = null;
  readonly #paths = new Set<string>();
  readonly files: ArchivedFile[] = [];
  readonly #hash = createHash('sha256');
  #size = 0;

  constructor(target: string, mtime: Date) {
    this.#target = target;
    this.#mtime = mtime;
    const output = steadyFile(`${target}.part`);
    this.#zip.outputStream.on('data', (piece: Buffer) => {
      this.#hash.update(piece);
      this.#size += piece.length;
    });
    this.#zip.outputStream.pipe(output);
    this.#written = finished(output);
    const fail = (error: Error): void => {
      this.#failure ??= error;
      this.#endWait?.(error);
    };
    this.#zip.once('error', fail);
    // It is met by the next file, or at the end.
    this.#written.catch(fail);
  }

  async add({ path, content }: ArchiveFile): Promise<void> {
    if (!SAFE_PATH.test(path) || this.#paths.has(path)) throw new Error(`Not a path of an archive: ${path}`);
    this.#paths.add(path);
    const hash = createHash('sha256');
    let size = 0;
    async function* hashed(): AsyncIterable<Uint8Array> {
      for await (const piece of content) {
        hash.update(piece);
        size += piece.length;
        yield piece;
      }
    }
    const stream = Readable.from(hashed(), { objectMode: false });
    const packing = STORED.test(path) ? ({ compress: false } as const) : { compressionLevel: COMPRESSION_LEVEL };
    await new Promise<void>((resolve, reject) => {
      if (this.#failure !== null) throw this.#failure;
      this.#endWait = reject;
      stream.once('close', resolve).once('error', reject);
      this.#pack(path, packing, stream);
    });
    this.files.push({ path, size_bytes: size, sha256: hash.digest('hex') });
  }

  /** The directory of the archive keeps the source of a stream until its end: that lets go of the stream once it was given. */
  #pack(path: string, packing: { compress?: false; compressionLevel?: number }, stream: Readable): void {
    let given: Readable | null = stream;
    this.#zip.addReadStreamLazy(path, { mtime: this.#mtime, mode: 0o100644, ...packing }, (give) => {
      if (given !== null) give(null, given);
      given = null;
    });
  }

  /** Ends the archive; only now it stands under its name. */
  async close(): Promise<{ size_bytes: number; sha256: string }> {
    this.#zip.end();
    await this.#written;
    const handle = await open(`${this.#target}.part`, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(`${this.#target}.part`, this.#target);
    return { size_bytes: this.#size, sha256: this.#hash.digest('hex') };
  }
}

const encoder = new TextEncoder();
/** Texts are gathered to pieces of this many characters, so that a table of short lines is not a million small pieces. */
const PIECE = 64 * 1024;

/** UTF-8 of a stream of texts. */
export async function* utf8(texts: AsyncIterable<string> | Iterable<string>): AsyncIterable<Uint8Array> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield encoder.encode(piece);
    piece = '';
  }
  if (piece !== '') yield encoder.encode(piece);
}
