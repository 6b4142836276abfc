/** A worker of Node reads a file directly from the disk, into memory that the engine keeps. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Bytes that one system call reads: the system takes 2 GiB at most. */
const AT_ONCE_BYTES = 64 * 1024 ** 2;

/**
 * Reads a file into the memory that `room` returns for its bytes.
 * @param most bytes it may have: it may have grown since it was listed
 */
export function readInto(file: string, most: number, room: (bytes: number) => Uint8Array): void {
  const fd = openSync(file, 'r');
  try {
    const { size } = fstatSync(fd);
    if (size > most) throw new Error(`the file has ${size} bytes now, more than the ${most} there is room for`);
    const bytes = room(size);
    for (let at = 0; at < size;) {
      const read = readSync(fd, bytes, at, Math.min(AT_ONCE_BYTES, size - at), at);
      if (read === 0) throw new Error(`the file ended at ${at} of ${size} bytes while it was read`);
      at += read;
    }
  } finally {
    closeSync(fd);
  }
}
