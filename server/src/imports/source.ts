import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { nameless, nullIfMissing, Refusal } from '../errors.ts';
import { byName } from './image-order.ts';
import { MAX_FILE_BYTES } from './limits.ts';

interface NamedFile {
  name: string;
  /** Its place in the order of the source, where that is not the place it comes in. */
  position?: number;
}

/** A file whose bytes can be read. */
export interface ReadableFile extends NamedFile {
  /** Bytes, or room for a file whose size is not known before it is read. */
  size: number;
  /** @throws {LargerThanRoom} when it is larger than the room, where its size was not known */
  read: (room: number) => Promise<Uint8Array>;
  /** Its place on the disk, if it is there unchanged: a thread of the engine reads it from there. */
  place?: string;
  /** De-identified SOP Instance UID it must have; absent where any will do. */
  expected?: string;
}

/** One file to import: its bytes, why it is skipped, or what it is stored as where it needs not be read. */
export type SourceFile = ReadableFile | (NamedFile & { skip: string }) | (NamedFile & { there: { instanceId: string; studyId: string } });

export interface Source {
  /** Number of files, for progress. */
  readonly total: number;
  files(): AsyncIterable<SourceFile>;
  close(): Promise<void>;
}

/** A folder read in natural order of names. Links are not followed, and what is too large is skipped by name. */
export async function folderSource(root: string): Promise<Source> {
  const found: SourceFile[] = [];
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true });
    entries.sort((a, b) => byName(a.name, b.name));
    for (const entry of entries) {
      const place = path.join(folder, entry.name);
      const name = path.relative(root, place);
      if (entry.isDirectory()) await walk(place);
      else if (entry.isSymbolicLink()) found.push({ name, skip: 'a link, links are not followed' });
      else if (!entry.isFile()) found.push({ name, skip: 'no regular file' });
      else {
        const { size } = await lstat(place);
        found.push(
          size > MAX_FILE_BYTES
            ? { name, skip: `larger than the limit file_bytes (${MAX_FILE_BYTES})` }
            : { name, size, place, read: () => readFile(place) },
        );
      }
    }
  };
  await walk(root);
  return {
    total: found.length,
    async *files() {
      yield* found;
    },
    close: async () => undefined,
  };
}

/** Some files of a source, by name, in the places that they had before. */
export const onlyNamed = (source: Source, places: ReadonlyMap<string, number>): Source => ({
  total: places.size,
  async *files() {
    for await (const file of source.files()) {
      const position = places.get(file.name);
      if (position !== undefined) yield { ...file, position };
    }
  },
  close: () => source.close(),
});

/** Opens what the person named: a folder, a ZIP file, or a single file. */
export async function openSource(place: string, openZip: (file: string) => Promise<Source>): Promise<Source> {
  const stat = await lstat(place)
    .catch(nullIfMissing)
    .catch((error: unknown) => {
      throw new Refusal(`The folder or file to import cannot be read: ${nameless(error)}.`);
    });
  if (stat === null) throw new Refusal('The folder or file to import does not exist.');
  if (stat.isDirectory()) return folderSource(place);
  if (!stat.isFile()) throw new Refusal('The path to import is neither a folder nor a ZIP file.');
  return openZip(place);
}
