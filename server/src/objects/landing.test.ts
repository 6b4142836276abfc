import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/temporary.ts';
import { objectPath, openFolderStore } from './store.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

it('an object that a crash left aside is brought to its place, and an incomplete one is removed', async () => {
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
  await store.close();
});

it('an object has its name aside until its folder is durable, and the next start settles it', async () => {
  const root = await temporaryFolder('landing');
  const bytes = randomBytes(5000);
  const store = await openFolderStore(root);
  const key = await store.put(bytes);
  await store.close();
  expect((await readdir(path.join(root, 'incoming'))).map((name) => name.split('.')[0])).toEqual([key]);
  await openFolderStore(root);
  expect(await readdir(path.join(root, 'incoming'))).toEqual([]);
  expect((await readFile(objectPath(root, key))).equals(bytes)).toBe(true);
});

it('an object that a thread wrote is taken over: placed already, or moved there over damaged bytes', async () => {
  const root = await temporaryFolder('landing');
  const store = await openFolderStore(root);
  const threads = store.threads;
  if (threads === undefined) throw new Error('a store in a folder lets threads write');
  const bytes = randomBytes(5000);
  const key = sha256(bytes);
  const names = ['1', '2'].map((n) => `${key}.${n}`);
  const of = (n: number, isPlaced: boolean) => ({ key, size_bytes: bytes.length, aside: names[n] ?? null, isPlaced });
  await mkdir(path.dirname(objectPath(root, key)), { recursive: true });
  await writeFile(path.join(threads.folder.aside, names[0] ?? ''), bytes);
  await writeFile(objectPath(root, key), randomBytes(5000));
  const messages: string[] = [];
  await threads.adopt(of(0, false), (one) => messages.push(one));
  expect([await store.wasSound(key), await store.isSound(key)]).toEqual([true, true]);
  expect(await readdir(threads.folder.aside)).toEqual([]);
  await writeFile(path.join(threads.folder.aside, names[1] ?? ''), bytes);
  await threads.adopt(of(1, true), (one) => messages.push(one));
  expect(messages).toEqual([key, key]);
  // Its temporary name is removed once its folder is durable.
  await expect.poll(() => readdir(threads.folder.aside), { timeout: 10_000 }).toEqual([]);
  await threads.adopt({ ...of(0, true), aside: null }, (one) => messages.push(one));
  expect(messages).toHaveLength(2);
  await store.close();
});
