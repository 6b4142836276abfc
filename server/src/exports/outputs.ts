import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { nullIfMissing } from '../errors.ts';
import { archivePath } from './archive-path.ts';
import type { BucketSettings } from '../objects/bucket-settings.ts';
import { bucketFiles } from '../objects/bucket-files.ts';
import type { ObjectsPlace } from '../objects/place.ts';
import type { ArchiveBytes } from './export-jobs.ts';
import { steadyFile } from '../objects/steady-file.ts';

/** Where archives are kept once they are whole. */
export interface Outputs {
  /** Keeps the archive that was made in the folder of this server. */
  keep(id: string, sha256: string): Promise<void>;
  /** Null when it is not there. */
  read(id: string): Promise<ArchiveBytes | null>;
  drop(id: string): Promise<void>;
  /** The archive as a file of this computer, which is to be let go of; null when it is not there. */
  open(id: string): Promise<OpenOutput | null>;
}

export interface OpenOutput {
  file: string;
  close: () => Promise<void>;
}

function inFolder(folder: string): Outputs {
  return {
    keep: () => Promise.resolve(),
    read: async (id) => {
      const file = archivePath(folder, id);
      const found = await stat(file).catch(nullIfMissing);
      return found === null ? null : { size: found.size, read: () => createReadStream(file) };
    },
    drop: (id) => rm(archivePath(folder, id), { force: true }),
    open: async (id) => {
      const file = archivePath(folder, id);
      return (await stat(file).catch(nullIfMissing)) === null ? null : { file, close: () => Promise.resolve() };
    },
  };
}

/** Every server of a workspace hands out what any of them made. */
function inBucket(settings: BucketSettings, folder: string): Outputs {
  const files = bucketFiles(settings);
  const nameOf = (id: string): string => archivePath('exports', id);
  return {
    keep: async (id, sha256) => {
      const file = archivePath(folder, id);
      await files.keep(nameOf(id), file, sha256);
      await rm(file);
    },
    read: (id) => files.read(nameOf(id)),
    drop: (id) => files.drop(nameOf(id)),
    open: async (id) => {
      const found = await files.read(nameOf(id));
      if (found === null) return null;
      // A start of the server removes files with this ending.
      const file = `${archivePath(folder, `${id}.${randomUUID()}`)}.work`;
      const close = (): Promise<void> => rm(file, { force: true });
      try {
        await pipeline(found.read(), steadyFile(file));
      } catch (error) {
        await close();
        throw error;
      }
      return { file, close };
    },
  };
}

/** Archives are next to the objects: in the bucket, or in the folder where they are made. */
export const outputsOf = (place: ObjectsPlace, folder: string): Outputs =>
  place.kind === 'bucket' ? inBucket(place.bucket, folder) : inFolder(folder);
