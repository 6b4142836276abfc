import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { SteadyWriter } from '../../objects/steady-file.ts';

export interface CopiedFile {
  size_bytes: number;
  sha256: string;
}

/** Copies a file and hashes what was read; the copy is on the disk when this returns. Null when there is no such file. */
export const copyAndHash = (from: string, to: string): Promise<CopiedFile | null> => copyStream(createReadStream(from), to);

/** The same of bytes that come from anywhere: ENOENT means that they are not there. */
export async function copyStream(from: Readable, to: string): Promise<CopiedFile | null> {
  // An error of the source before the first read is ignored here.
  from.on('error', () => undefined);
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let size_bytes = 0;
  const copy = await open(to, 'w', 0o600);
  const writer = new SteadyWriter(copy);
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size_bytes += chunk.length;
      await writer.write(chunk);
    }
    await copy.sync();
  } catch (error) {
    await rm(to, { force: true });
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  } finally {
    await copy.close();
  }
  return { size_bytes, sha256: hash.digest('hex') };
}
