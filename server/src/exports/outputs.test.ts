import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { freshBucket, hasS3 } from '../../test/s3.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import type { ObjectsPlace } from '../objects/place.ts';
import { outputsOf } from './outputs.ts';

const ARCHIVE = Buffer.from('an archive');
const HASH = createHash('sha256').update(ARCHIVE).digest('hex');

async function made(folder: string, id: string): Promise<void> {
  await writeFile(path.join(folder, `${id}.zip`), ARCHIVE);
}

describe('archives of exports', () => {
  it('stay where they were made while objects are in the folder', async () => {
    const folder = await temporaryFolder('exports');
    await made(folder, 'one');
    const outputs = outputsOf({ kind: 'folder', root: folder }, folder);
    await outputs.keep('one', HASH);
    const kept = (await outputs.read('one'))!;
    expect([kept.size, (await buffer(kept.read())).equals(ARCHIVE)]).toEqual([ARCHIVE.length, true]);
    const opened = (await outputs.open('one'))!;
    expect((await readFile(opened.file)).equals(ARCHIVE)).toBe(true);
    await opened.close();
    expect(await readdir(folder)).toEqual(['one.zip']);
    await outputs.drop('one');
    expect([await outputs.read('one'), await outputs.open('one'), await readdir(folder)]).toEqual([null, null, []]);
  });

  it.runIf(hasS3())('are handed out by every server of a workspace, whichever made them', async () => {
    const place: ObjectsPlace = { kind: 'bucket', bucket: await freshBucket() };
    const [maker, other] = [await temporaryFolder('exports'), await temporaryFolder('exports')];
    await made(maker, 'one');
    await outputsOf(place, maker).keep('one', HASH);
    const kept = (await outputsOf(place, other).read('one'))!;
    expect([kept.size, (await buffer(kept.read())).equals(ARCHIVE)]).toEqual([ARCHIVE.length, true]);
    expect(await readdir(maker)).toEqual([]);
    const opened = (await outputsOf(place, other).open('one'))!;
    expect((await readFile(opened.file)).equals(ARCHIVE)).toBe(true);
    await opened.close();
    expect(await readdir(other)).toEqual([]);
    await outputsOf(place, other).drop('one');
    expect([await outputsOf(place, maker).read('one'), await outputsOf(place, maker).open('one')]).toEqual([null, null]);
  });
});
