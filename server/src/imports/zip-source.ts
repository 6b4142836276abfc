import type { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { nameless, Refusal } from '../errors.ts';
import { EntryRefusal } from './entry-refusal.ts';
import { MAX_FILE_BYTES, MAX_ZIP_BYTES, MAX_ZIP_ENTRIES, MAX_ZIP_RATIO, ZIP_RATIO_GRACE_BYTES } from './limits.ts';
import type { Source, SourceFile } from './source.ts';

/** Upper half of the external attributes is the Unix mode; this is its file type mask and the value of a link. */
const MODE_SHIFT = 16;
const TYPE_MASK = 0o170000;
const LINK_TYPE = 0o120000;

const isLink = (entry: Entry): boolean => ((entry.externalFileAttributes >>> MODE_SHIFT) & TYPE_MASK) === LINK_TYPE;

const openFile = (file: string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    yauzl.open(file, { lazyEntries: true, autoClose: false, strictFileNames: false }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    );
  });

/** Bytes of a local header before the name of its entry (APPNOTE 4.3.7). */
const LOCAL_HEADER_BYTES = 30;

/**
 * Refuses entries that share bytes: a few kB may then inflate to any number of files, each within its ratio (the
 * "better zip bomb" of D. Fifield, 2019).
 */
function refuseOverlaps(entries: readonly NumberedEntry[]): void {
  const places = entries.map(({ entry, number }) => ({
    name: entry.fileName,
    number,
    start: entry.relativeOffsetOfLocalHeader,
    end: entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize,
  }));
  places.sort((a, b) => a.start - b.start);
  for (const [index, place] of places.entries()) {
    const before = places[index - 1];
    if (before !== undefined && place.start < before.end) throw new EntryRefusal(place, `overlaps with entry ${before.number}`);
  }
}

interface NumberedEntry {
  entry: Entry;
  /** From 1, folders included. */
  number: number;
}

/** Errors of yauzl that end with the name of an entry. */
const WRONG_NAME = /^(?:invalid relative path|absolute path|invalid characters in fileName): (.*)$/s;

/** All files of the central directory; folders count as entries. A name that leaves the folder makes yauzl refuse the whole file. */
const entriesOf = (zip: ZipFile): Promise<NumberedEntry[]> =>
  new Promise((resolve, reject) => {
    const entries: NumberedEntry[] = [];
    let count = 0;
    zip.on('error', (error: Error) => {
      const name = WRONG_NAME.exec(error.message)?.[1];
      reject(name === undefined ? error : new EntryRefusal({ name, number: count + 1 }, 'has a name that leaves the folder'));
    });
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      count += 1;
      if (isLink(entry)) return reject(new EntryRefusal({ name: entry.fileName, number: count }, 'is a link'));
      if (!entry.fileName.endsWith('/')) entries.push({ entry, number: count });
      if (count > MAX_ZIP_ENTRIES)
        return reject(new Refusal(`The ZIP holds more entries than the limit zip_entries (${MAX_ZIP_ENTRIES}).`));
      return zip.readEntry();
    });
    zip.readEntry();
  });

const streamOf = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))));

/** A ZIP file. Limits apply to inflated bytes as they come, whatever the directory declares. */
export async function zipSource(file: string): Promise<Source> {
  let zip: ZipFile;
  let entries: NumberedEntry[];
  try {
    zip = await openFile(file);
    entries = await entriesOf(zip);
    refuseOverlaps(entries);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`The file cannot be read as a ZIP: ${nameless(error)}.`);
  }
  let inflated = 0;
  /** Inflated bytes of each entry, which may be read twice, at most. */
  const counted = new Map<number, number>();

  const read = async ({ entry, number }: NumberedEntry): Promise<Uint8Array> => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stream = await streamOf(zip, entry);
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        size += chunk.length;
        const before = counted.get(number) ?? 0;
        if (size > before) {
          inflated += size - before;
          counted.set(number, size);
        }
        if (size > MAX_FILE_BYTES) throw new Error(`larger than the limit file_bytes (${MAX_FILE_BYTES})`);
        if (inflated > MAX_ZIP_BYTES) throw new Refusal(`The ZIP inflates to more than the limit zip_bytes (${MAX_ZIP_BYTES}).`);
        if (size > ZIP_RATIO_GRACE_BYTES && size > MAX_ZIP_RATIO * entry.compressedSize) {
          throw new EntryRefusal({ name: entry.fileName, number }, `inflates beyond the limit zip_ratio (${MAX_ZIP_RATIO})`);
        }
        chunks.push(chunk);
      }
    } finally {
      stream.destroy();
    }
    return Buffer.concat(chunks, size);
  };

  return {
    total: entries.length,
    async *files(): AsyncIterable<SourceFile> {
      for (const one of entries) {
        const { entry } = one;
        yield entry.isEncrypted()
          ? { name: entry.fileName, skip: 'encrypted' }
          : { name: entry.fileName, size: entry.uncompressedSize, read: () => read(one) };
      }
    },
    close: async () => zip.close(),
  };
}
