import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';

const openZip = promisify<string, yauzl.Options, ZipFile>(yauzl.open);

/** Reads files of an archive one at a time. */
export class ArchiveReader {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  static async open(file: string): Promise<ArchiveReader> {
    const zip = await openZip(file, { lazyEntries: true, autoClose: false });
    const entries = new Map<string, Entry>();
    await new Promise<void>((resolve, reject) => {
      zip.on('error', reject);
      zip.on('end', resolve);
      zip.on('entry', (entry: Entry) => {
        entries.set(entry.fileName, entry);
        zip.readEntry();
      });
      zip.readEntry();
    });
    return new ArchiveReader(zip, entries);
  }

  async #stream(path: string): Promise<Readable> {
    const entry = this.#entries.get(path);
    if (entry === undefined) throw new Error(`The archive has no ${path}`);
    return new Promise((resolve, reject) => {
      this.#zip.openReadStream(entry, (error, stream) => (error === null ? resolve(stream) : reject(error)));
    });
  }

  /** Paths of the files, in their order. */
  get paths(): readonly string[] {
    return [...this.#entries.keys()];
  }

  async bytes(path: string): Promise<Buffer> {
    return buffer(await this.#stream(path));
  }

  async text(path: string): Promise<string> {
    return (await this.bytes(path)).toString('utf8');
  }

  async json<T>(path: string): Promise<T> {
    return JSON.parse(await this.text(path)) as T;
  }

  close(): void {
    this.#zip.close();
  }
}
