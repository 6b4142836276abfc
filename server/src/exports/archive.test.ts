import { spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { unzipped } from '../../test/exported.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { Archive, pathPart, utf8 } from './archive.ts';

const FILES = 400;
const FILE_CHARACTERS = 1_000_000;
/** Far below the sum of all files. */
const HEAP_MIB = 96;

describe('an archive', () => {
  it('has the bytes that were given, under their paths', async () => {
    const target = path.join(await temporaryFolder('archive'), 'a.zip');
    const archive = new Archive(target, new Date(0));
    await archive.add({ path: 'a/b.txt', content: utf8(['one', 'é']) });
    await archive.add({ path: 'c.dcm', content: utf8([]) });
    await archive.close();
    const files = await unzipped(target);
    expect([...files].map(([name, bytes]) => [name, bytes.toString('utf8')])).toEqual([
      ['a/b.txt', 'oneé'],
      ['c.dcm', ''],
    ]);
  });

  it('refuses paths that leave its folder, and the same path twice', async () => {
    const archive = new Archive(path.join(await temporaryFolder('archive'), 'a.zip'), new Date(0));
    for (const name of ['/a', '../a', 'a/../b', 'a\\b', 'a b', ''])
      await expect(archive.add({ path: name, content: utf8([]) })).rejects.toThrow('Not a path of an archive');
    await archive.add({ path: 'a', content: utf8([]) });
    await expect(archive.add({ path: 'a', content: utf8([]) })).rejects.toThrow('Not a path of an archive');
    await archive.close();
    expect(pathPart('../=x y')).toBe('-x-y');
  });

  it('fails where a file cannot be read', async () => {
    const archive = new Archive(path.join(await temporaryFolder('archive'), 'a.zip'), new Date(0));
    async function* broken(): AsyncIterable<Uint8Array> {
      yield new Uint8Array(1);
      throw new Error('no such object');
    }
    await expect(archive.add({ path: 'a', content: broken() })).rejects.toThrow('no such object');
  });

  it(`holds one file in memory: ${FILES} MB in a heap of ${HEAP_MIB} MiB`, async () => {
    const folder = await temporaryFolder('archive');
    const here = path.dirname(fileURLToPath(import.meta.url));
    const program = `
      import { Archive, utf8 } from ${JSON.stringify(path.join(here, 'archive.ts'))};
      const archive = new Archive(${JSON.stringify(path.join(folder, 'large.zip'))}, new Date(0));
      for (let n = 0; n < ${FILES}; n += 1) await archive.add({ path: 'file-' + n, content: utf8([String(n % 10).repeat(${FILE_CHARACTERS})]) });
      const { size_bytes } = await archive.close();
      process.stdout.write(String(size_bytes > 0));
    `;
    const source = path.join(folder, 'program.mjs');
    await writeFile(source, program);
    // Next to the packages it needs.
    const outfile = path.join(here, '..', '..', 'dist', `archive-test-${process.pid}.mjs`);
    await build({ entryPoints: [source], outfile, bundle: true, platform: 'node', format: 'esm', external: ['yazl'], logLevel: 'silent' });
    const run = spawnSync(process.execPath, [`--max-old-space-size=${HEAP_MIB}`, outfile], { encoding: 'utf8' });
    await rm(outfile);
    expect([run.status, run.stdout]).toEqual([0, 'true']);
  });
});
