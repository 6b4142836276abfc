import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { zipFile, type ZipEntry } from '../../test/zip-file.ts';
import { zipSource } from './zip-source.ts';
import { temporaryFolder } from '../../test/temporary.ts';

async function open(entries: ZipEntry[]) {
  const file = path.join(await temporaryFolder('zip'), 'x.zip');
  await writeFile(file, zipFile(entries));
  return zipSource(file);
}

async function readAll(entries: ZipEntry[]): Promise<Record<string, string>> {
  const source = await open(entries);
  const read: Record<string, string> = {};
  try {
    for await (const file of source.files()) if ('read' in file) read[file.name] = Buffer.from(await file.read(file.size)).toString();
  } finally {
    await source.close();
  }
  return read;
}

const text = (value: string) => Buffer.from(value);

describe('a ZIP file', () => {
  it('is read entry by entry, folders left out', async () => {
    expect(
      await readAll([
        { name: 'a/', content: text('') },
        { name: 'a/1.dcm', content: text('one') },
        { name: '2.dcm', content: text('two') },
      ]),
    ).toEqual({ 'a/1.dcm': 'one', '2.dcm': 'two' });
  });
  it.each(['../outside', '/etc/passwd', 'a/../../outside', 'C:\\x'])('whose entry leaves the folder by %s is refused', async (name) => {
    const refusal = open([
      { name: 'a.dcm', content: text('x') },
      { name, content: text('x') },
    ]);
    await expect(refusal).rejects.toMatchObject({
      message: 'Entry 2 of the ZIP has a name that leaves the folder. The ZIP is refused.',
      // yauzl takes a backslash for a slash.
      entry: { name: name.replaceAll('\\', '/'), number: 2 },
    });
  });
  it('whose entries share bytes is refused by their numbers', async () => {
    const entries = ['a.dcm', 'b.dcm', 'c.dcm'].map((name) => ({ name, content: text('the same bytes') }));
    await expect(open([entries[0]!, { ...entries[1]!, at: 0 }, entries[2]!])).rejects.toThrow(
      'Entry 2 of the ZIP overlaps with entry 1. The ZIP is refused.',
    );
    // One entry begins amid another's bytes.
    await expect(open([entries[0]!, { ...entries[1]!, at: 20 }])).rejects.toThrow(/overlaps with entry 1/);
  });
  it('of more folders than the limit is refused', async () => {
    const folders = Array.from({ length: 10_001 }, (_, n) => ({ name: `${n}/`, content: text('') }));
    await expect(open(folders)).rejects.toThrow(/more entries than the limit zip_entries/);
  });
  it('that holds a link is refused by its number', async () => {
    await expect(open([{ name: 'link', content: text('/etc/passwd'), mode: 0o120777 }])).rejects.toThrow(
      'Entry 1 of the ZIP is a link. The ZIP is refused.',
    );
  });
  it('of more than 10,000 entries is refused by the limit zip_entries', async () => {
    await expect(open(Array.from({ length: 10_001 }, (_, n) => ({ name: `${n}`, content: text('') })))).rejects.toThrow(
      /zip_entries \(10000\)/,
    );
  });
  it('that inflates more than 200 times is refused by the limit zip_ratio', async () => {
    await expect(readAll([{ name: 'bomb', content: Buffer.alloc(64 * 1024 * 1024) }])).rejects.toThrow(/zip_ratio \(200\)/);
  });
  it('that lies about a size is caught while inflating', async () => {
    await expect(readAll([{ name: 'liar', content: Buffer.alloc(64 * 1024 * 1024), claimedSize: 10 }])).rejects.toThrow(/too many bytes/);
  });
  it('that is none is refused in a sentence', async () => {
    const file = path.join(await temporaryFolder('zip'), 'x.zip');
    await writeFile(file, 'no zip');
    await expect(zipSource(file)).rejects.toThrow(/cannot be read as a ZIP/);
  });
});
