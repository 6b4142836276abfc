/** Functions of the platform that a worker of the engine uses. */
import type { FileOnDisk, NotWritten, ObjectsFolder, WrittenObject } from './api.ts';
import type { FirstGlue } from './engine-parts.ts';
import type { PicturesOf } from './video-pictures.ts';

export interface WorkerPlatform {
  first: FirstGlue;
  /** Hex SHA-256. */
  sha256: (bytes: Uint8Array) => Promise<string>;
  pictures: PicturesOf;
  /** Null in a browser. */
  disk: WorkerDisk | null;
}

/** Files that a worker reads and writes itself: handing their bytes to another thread would copy them. */
export interface WorkerDisk {
  /** Reads a file into the memory that `room` returns for its bytes; throws what the system throws. */
  read(file: FileOnDisk, room: (bytes: number) => Uint8Array): void;
  /**
   * Writes objects; all of them are durable afterwards, or nothing is left. Their bytes are read before this returns, and
   * not afterwards.
   */
  write(folder: ObjectsFolder, contents: readonly Uint8Array[]): Promise<WrittenObject[] | NotWritten>;
}
