import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/temporary.ts';
import { objectPath, openFolderStore } from './store.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

it('an object that a crash left aside is brought to its place, and one that was not written to its end goes', async () => {
  const root = await temporaryFolder('landing');
  const [whole, torn] = [randomBytes(5000), randomBytes(5000)];
  await mkdir(path.join(root, 'incoming'), { recursive: true });
  await writeFile(path.join(root, 'incoming', `${sha256(whole)}.1`), whole);
  await writeFile(path.join(root, 'incoming', `${sha256(torn)}.2`), torn.subarray(0, 4000));
  await writeFile(path.join(root, 'incoming', 'of an earlier version'), torn);
  const store = await openFolderStore(root);
  expect((await readFile(objectPath(root, sha256(whole)))).equals(whole)).toBe(true);
  expect(await store.size(sha256(torn))).toBeNull();
  expect(await readdir(path.join(root, 'incoming'))).toEqual([]);
  store.close();
});

it('an object has its name aside until its folder is durable, and the next start settles it', async () => {
  const root = await temporaryFolder('landing');
  const bytes = randomBytes(5000);
  const store = await openFolderStore(root);
  const key = await store.put(bytes);
  store.close();
  expect((await readdir(path.join(root, 'incoming'))).map((name) => name.split('.')[0])).toEqual([key]);
  await openFolderStore(root);
  expect(await readdir(path.join(root, 'incoming'))).toEqual([]);
  expect((await readFile(objectPath(root, key))).equals(bytes)).toBe(true);
});
