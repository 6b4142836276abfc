import { readFile } from 'node:fs/promises';
import { createEngine } from '@echometry/bindings/node/client.ts';
import type { Engine } from '@echometry/bindings/engine/api.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dicomFile } from '../../test/dicom-file.ts';
import { temporaryFolder } from '../../test/temporary.ts';
import { objectPath, type ObjectStore, openFolderStore } from '../objects/store.ts';
import { storeWith } from '../../test/store-with.ts';
import { cleanAndStore } from './store-image.ts';

const KEY = new Uint8Array(32).fill(9);
const OPTIONS = { date_shift_days: -3, patient_show: 'P000001', mask: null };

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ workers: 1 });
});
afterAll(() => engine.close());

async function stored(objects: ObjectStore) {
  const file = dicomFile({ patientId: 'P1', uid: '2.25.1', studyUid: '2.25.2', date: '20260102' });
  const intake = await engine.takeIn(new Uint8Array(file), KEY);
  if (!intake.ok) throw new Error(intake.error.message);
  const messages: string[] = [];
  const image = await cleanAndStore(objects, intake.value, OPTIONS, (key) => messages.push(key));
  if (!image.ok) throw new Error(image.error.message);
  return { image: image.value, messages };
}

it('an image is the same whether the worker writes it or the store is given its bytes, as a bucket is', async () => {
  const roots = await Promise.all([temporaryFolder('stored'), temporaryFolder('stored')]);
  const [byWorker, whole] = await Promise.all(roots.map(openFolderStore));
  if (byWorker === undefined || whole === undefined) throw new Error('two stores were opened');
  expect(whole.threads).toBeDefined();
  const byBytes = storeWith(whole, { threads: undefined });
  const [one, other] = [await stored(byWorker), await stored(byBytes)];
  expect(one.image).toEqual(other.image);
  const keys = Object.values(one.image.stored.keys);
  expect([one.messages, other.messages].map((messages) => messages.toSorted())).toEqual([keys.toSorted(), keys.toSorted()]);
  for (const key of keys) {
    const [first, second] = await Promise.all(roots.map((root) => readFile(objectPath(root, key))));
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true);
  }
  // An object that was there before is not reported: an import that is cancelled must not remove it.
  expect((await stored(byWorker)).messages).toEqual([]);
  await byWorker.close();
  await whole.close();
});

it('an import on a disk that refuses ends with the code of the system', async () => {
  const store = await openFolderStore(await temporaryFolder('stored'));
  if (store.threads === undefined) throw new Error('a store in a folder lets threads write');
  const folder = { ...store.threads.folder, aside: '/dev/full/nowhere' };
  await expect(stored(storeWith(store, { threads: { ...store.threads, folder } }))).rejects.toMatchObject({ code: 'ENOTDIR' });
  await store.close();
});
