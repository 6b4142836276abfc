/**
 * The journal in IndexedDB: gestures that have not reached the server yet, so that a crash, an expired session or a lost
 * network loses nothing, and the history of each image with its open caliper points. Only what is on the disk counts as kept.
 */
import { deleteDB, openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb';
import { messages } from '../messages.ts';
import {
  gestureFromFormat1,
  headFromFormat1,
  keptWork,
  unassignedName,
  workName,
  type EntryRecord,
  type Gesture,
  type GestureRecord,
  type GestureRecord1,
  type ImageRecord,
  type JournalHead,
  type JournalStore,
  type Kept,
  type KeptWork,
  type Remembered,
  type Remembering,
  type StoredGesture,
  type WorkKey,
} from './journal-records.ts';

export const JOURNAL_DATABASE = 'echometry-journal';
const FORMAT = 3;
/** A database that does not open within this time is blocked by another page of the browser, in ms. */
export const OPEN_WITHIN_MS = 3000;

interface Schema extends DBSchema {
  gestures: { key: number; value: GestureRecord; indexes: { work: string; user: string } };
  heads: { key: string; value: JournalHead };
  entries: { key: string; value: EntryRecord; indexes: { work: string; user: string } };
  images: { key: string; value: ImageRecord; indexes: { work: string; user: string } };
}

export class Journal implements JournalStore {
  readonly #name: string;
  #database: Promise<IDBPDatabase<Schema>> | null = null;

  constructor(name = JOURNAL_DATABASE) {
    this.#name = name;
  }

  /** Opens the database before it is needed. The method that needs it reports a failure. */
  openAhead(): void {
    this.#connection().catch(() => undefined);
  }

  async append(work: WorkKey, base_version: number | null, gesture: Gesture): Promise<number> {
    // Copied first: what cannot be stored must fail before anything of it is written.
    const record: GestureRecord = { ...structuredClone(gesture), work: workName(work), user: work.user };
    const database = await this.#connection();
    const change = database.transaction(['gestures', 'heads'], 'readwrite', { durability: 'strict' });
    const gestures = change.objectStore('gestures');
    // The first that waits names what all of them build on; what was sent before may be of another reading.
    if ((await gestures.index('work').count(record.work)) === 0) await change.objectStore('heads').put({ key: record.work, base_version });
    const seq = await gestures.add(record);
    await change.done;
    return seq;
  }

  async read(work: WorkKey): Promise<Kept> {
    const database = await this.#connection();
    const view = database.transaction(['gestures', 'heads']);
    const [head, gestures] = await Promise.all([
      view.objectStore('heads').get(workName(work)),
      view.objectStore('gestures').index('work').getAll(workName(work)),
    ]);
    return { base_version: head?.base_version ?? null, gestures: gestures as StoredGesture[] };
  }

  async acknowledge(work: WorkKey, acknowledged: readonly number[], version: number | null): Promise<void> {
    const database = await this.#connection();
    const change = database.transaction(['gestures', 'heads'], 'readwrite', { durability: 'strict' });
    const gestures = change.objectStore('gestures');
    await Promise.all(acknowledged.map((seq) => gestures.delete(seq)));
    await change.objectStore('heads').put({ key: workName(work), base_version: version });
    await change.done;
  }

  async recall(work: WorkKey): Promise<Remembered> {
    const view = (await this.#connection()).transaction(['entries', 'images']);
    const [entries, images] = await Promise.all([
      view.objectStore('entries').index('work').getAll(workName(work)),
      view.objectStore('images').index('work').getAll(workName(work)),
    ]);
    return { entries, images };
  }

  async remember(work: WorkKey, { put, drop, images, forget }: Remembering): Promise<void> {
    const of = { work: workName(work), user: work.user };
    const keyOf = (instanceId: string): string => JSON.stringify([of.work, instanceId]);
    const change = (await this.#connection()).transaction(['entries', 'images'], 'readwrite');
    const stores = { entries: change.objectStore('entries'), images: change.objectStore('images') };
    await Promise.all([
      ...drop.map((id) => stores.entries.delete(id)),
      ...put.map((entry) => stores.entries.put({ ...entry, ...of })),
      ...forget.map((instanceId) => stores.images.delete(keyOf(instanceId))),
      ...images.map((image) => stores.images.put({ ...image, ...of, key: keyOf(image.instance_id) })),
    ]);
    await change.done;
  }

  async unassigned(user: string, study: string): Promise<number> {
    return (await this.#connection()).countFromIndex('gestures', 'work', unassignedName(user, study));
  }

  async assign(work: WorkKey): Promise<void> {
    const database = await this.#connection();
    const change = database.transaction(['gestures', 'heads'], 'readwrite', { durability: 'strict' });
    const from = unassignedName(work.user, work.study);
    const gestures = change.objectStore('gestures');
    for (const record of await gestures.index('work').getAll(from)) await gestures.put({ ...record, work: workName(work) });
    const heads = change.objectStore('heads');
    const head = await heads.get(from);
    if (head && !(await heads.get(workName(work)))) await heads.put({ ...head, key: workName(work) });
    await heads.delete(from);
    await change.done;
  }

  /** All the work of a person that is kept here, of every study and role. */
  async keptOf(user: string): Promise<KeptWork[]> {
    return keptWork(await (await this.#connection()).getAllFromIndex('gestures', 'user', user));
  }

  /** Deletes everything kept for a user, and histories of others without unsent gestures. Returns whether such gestures are left. */
  async forget(user: string): Promise<boolean> {
    const database = await this.#connection();
    const change = database.transaction(['gestures', 'heads', 'entries', 'images'], 'readwrite', { durability: 'strict' });
    const gestures = change.objectStore('gestures');
    for (const key of await gestures.index('user').getAllKeys(user)) await gestures.delete(key);
    const left = new Set((await gestures.getAll()).map((gesture) => gesture.user));
    for (const name of ['entries', 'images'] as const) {
      for await (const cursor of change.objectStore(name)) if (!left.has(cursor.value.user)) await cursor.delete();
    }
    await change.done;
    return left.size > 0;
  }

  async close(): Promise<void> {
    const opened = this.#database;
    this.#database = null;
    (await opened)?.close();
  }

  static remove(name = JOURNAL_DATABASE): Promise<void> {
    return deleteDB(name);
  }

  /** The connection; opened again after a logout removed the database or the browser ended it. */
  #connection(): Promise<IDBPDatabase<Schema>> {
    this.#database ??= this.#open();
    return this.#database;
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    const forget = (): void => {
      this.#database = null;
    };
    const opening = openDB<Schema>(this.#name, FORMAT, {
      upgrade: (database, from, _to, change) => {
        if (from < 3) createMemory(database);
        if (from === 0) createStores(database);
        // A migration that fails leaves the records as they were: the journal does not open, and reports it.
        else if (from === 1)
          migrateFormat1(database, change).catch(() => {
            change.abort();
          });
      },
      blocking: (_old, _next, event) => {
        forget();
        (event.target as IDBDatabase).close();
      },
      terminated: forget,
    });
    return inTime(opening).catch((error: unknown) => {
      forget();
      // A connection that opens too late is not used any more.
      opening
        .then((late) => {
          late.close();
        })
        .catch(() => undefined);
      throw error;
    });
  }
}

function inTime<T>(opening: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new Error(messages.open.storageBlocked));
    }, OPEN_WITHIN_MS);
    opening.then(resolve, reject).finally(() => {
      clearTimeout(late);
    });
  });
}

function createStores(database: IDBPDatabase<Schema>): void {
  const gestures = database.createObjectStore('gestures', { keyPath: 'seq', autoIncrement: true });
  gestures.createIndex('work', 'work');
  gestures.createIndex('user', 'user');
  database.createObjectStore('heads', { keyPath: 'key' });
}

/** Since format 3: the history of images, and what is kept of an image next to it. */
function createMemory(database: IDBPDatabase<Schema>): void {
  const entries = database.createObjectStore('entries', { keyPath: 'id' });
  const images = database.createObjectStore('images', { keyPath: 'key' });
  for (const store of [entries, images]) {
    store.createIndex('work', 'work');
    store.createIndex('user', 'user');
  }
}

/** Format 1 did not name the role: its gestures wait, unassigned, until the person names the role. */
async function migrateFormat1(
  database: IDBPDatabase<Schema>,
  change: IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>,
): Promise<void> {
  const gestures = (await change.objectStore('gestures').getAll()) as unknown as GestureRecord1[];
  const heads = await change.objectStore('heads').getAll();
  database.deleteObjectStore('gestures');
  database.deleteObjectStore('heads');
  createStores(database);
  for (const gesture of gestures) await change.objectStore('gestures').add(gestureFromFormat1(gesture));
  for (const head of heads) await change.objectStore('heads').put(headFromFormat1(head));
}
