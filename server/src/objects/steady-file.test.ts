import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { steadyFile, SteadyWriter } from './steady-file.ts';

const MIB = 1024 ** 2;

describe('files that are written a little at a time', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'steady-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('are on the disk after every 8 MiB, however they come, and hold every byte', async () => {
    const file = path.join(folder, 'appended');
    const pieces = [3 * MIB, 1, 30 * MIB, 0, 5 * MIB + 7].map((bytes) => randomBytes(bytes));
    const handle = await open(file, 'w');
    const sizes: number[] = [];
    const datasync = handle.datasync.bind(handle);
    // The size of the file at each wait for the disk.
    handle.datasync = async () => {
      sizes.push((await stat(file)).size);
      await datasync();
    };
    const writer = new SteadyWriter(handle);
    for (const piece of pieces) await writer.write(piece);
    await handle.close();
    expect(sizes).toEqual([8, 16, 24, 32].map((size) => size * MIB));
    expect((await readFile(file)).equals(Buffer.concat(pieces))).toBe(true);
  });

  it('take a stream, and replace an earlier file', async () => {
    const file = path.join(folder, 'streamed');
    const bytes = randomBytes(20 * MIB + 11);
    await pipeline(Readable.from([randomBytes(40)]), steadyFile(file));
    await pipeline(Readable.from([bytes.subarray(0, 100), bytes.subarray(100)]), steadyFile(file));
    expect((await readFile(file)).equals(bytes)).toBe(true);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('report a folder that is not there, and the failure of their source', async () => {
    await expect(pipeline(Readable.from(['x']), steadyFile(path.join(folder, 'absent', 'file')))).rejects.toThrow('ENOENT');
    const broken = Readable.from(
      (function* () {
        yield Buffer.from('x');
        throw new Error('The source broke');
      })(),
    );
    await expect(pipeline(broken, steadyFile(path.join(folder, 'broken')))).rejects.toThrow('The source broke');
  });
});
