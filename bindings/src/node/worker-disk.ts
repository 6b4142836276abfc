/** Files and objects on the disk, for a worker of Node. */
import type { FileOnDisk, NotWritten, ObjectsFolder, WrittenObject } from '../engine/api.ts';
import type { WorkerDisk } from '../engine/worker-platform.ts';
import { readInto } from './disk-file.ts';
import { ObjectFiles } from './object-files.ts';
import { sha256 } from './sha256.ts';

export class NodeDisk implements WorkerDisk {
  /** By the folder aside, whose syncs they share. */
  readonly #folders = new Map<string, ObjectFiles>();

  read({ path, most }: FileOnDisk, room: (bytes: number) => Uint8Array): void {
    readInto(path, most, room);
  }

  async write(folder: ObjectsFolder, contents: readonly Uint8Array[]): Promise<WrittenObject[] | NotWritten> {
    try {
      return await this.#filesOf(folder).put(contents.map((bytes) => ({ bytes, key: sha256(bytes) })));
    } catch (thrown) {
      if (isOfSystem(thrown)) return { code: thrown.code ?? null, message: thrown.message };
      throw thrown;
    }
  }

  #filesOf(folder: ObjectsFolder): ObjectFiles {
    const files = this.#folders.get(folder.aside) ?? new ObjectFiles(folder);
    this.#folders.set(folder.aside, files);
    return files;
  }
}

const isOfSystem = (thrown: unknown): thrown is NodeJS.ErrnoException => thrown instanceof Error && 'syscall' in thrown;
