/** Bytes of one piece of an upload; the last piece of a file may be smaller. Three at once fit through a line of 1 Mbit/s in time. */
export const CHUNK_BYTES = 1024 ** 2;
/** Files and bytes of one upload at most. */
export const MAX_UPLOAD_FILES = 60_000;
export const MAX_UPLOAD_BYTES = 200 * 1024 ** 3;
/** Longest name of an uploaded file, with its folders. */
export const MAX_UPLOAD_NAME = 1024;

/** Where a piece belongs, and what it must be. */
export interface ChunkAddress {
  upload: string;
  /** Place of the file in the list, from 0. */
  file: number;
  /** First byte within the file. */
  offset: number;
  /** Hex SHA-256 of the piece. */
  sha256: string;
}

const ADDRESS = /^([0-9a-f]{32})\.([0-9]{1,6})\.([0-9]{1,13})\.([0-9a-f]{64})$/;

export const chunkAddress = ({ upload, file, offset, sha256 }: ChunkAddress): string => `${upload}.${file}.${offset}.${sha256}`;

/** The address in a path segment; null for anything else. */
export function readChunkAddress(text: string): ChunkAddress | null {
  const [, upload, file, offset, sha256] = ADDRESS.exec(text) ?? [];
  return upload === undefined || sha256 === undefined ? null : { upload, file: Number(file), offset: Number(offset), sha256 };
}
