/**
 * The journal of gestures that have not reached the server yet, in IndexedDB (contracts.md 6). It is keyed by user
 * and study and remembers the version it builds on, so that a crash, an expired session or a lost network loses nothing.
 */
import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { AnalysisImage } from '@echometry/contract/generated/analysis-image.ts';

export const JOURNAL_DATABASE = 'echometry-journal';
const FORMAT = 1;

/** What one gesture changed: each image before and after it; null where it did not exist. */
export interface Gesture {
  at: number;
  images: Record<string, { before: AnalysisImage | null; after: AnalysisImage | null }>;
  /** Types declared missing before and after; journals of older versions only know the latter. */
  missing_before?: readonly string[];
  missing_images: readonly string[];
}

export interface StoredGesture extends Gesture {
  seq: number;
  user: string;
  study: string;
}

export interface JournalHead {
  key: string;
  /** Version the gestures build on; null when no analysis existed. */
  base_version: number | null;
}

interface Schema extends DBSchema {
  gestures: { key: number; value: Omit<StoredGesture, 'seq'> & { seq?: number }; indexes: { study: [string, string] } };
  heads: { key: string; value: JournalHead };
}

const keyOf = (user: string, study: string): string => JSON.stringify([user, study]);

export class Journal {
  readonly #name: string;
  #database: Promise<IDBPDatabase<Schema>> | null = null;

  constructor(name = JOURNAL_DATABASE) {
    this.#name = name;
  }

  /** The connection; opened anew after a logout removed the database or the browser ended it. */
  #connection(): Promise<IDBPDatabase<Schema>> {
    const forget = () => { this.#database = null; };
    this.#database ??= openDB<Schema>(this.#name, FORMAT, {
      upgrade(database) {
        const gestures = database.createObjectStore('gestures', { keyPath: 'seq', autoIncrement: true });
        gestures.createIndex('study', ['user', 'study']);
        database.createObjectStore('heads', { keyPath: 'key' });
      },
      blocking: (_old, _next, event) => {
        forget();
        (event.target as IDBDatabase).close();
      },
      terminated: forget,
    }).catch((error: unknown) => {
      forget();
      throw error;
    });
    return this.#database;
  }

  /** Appends one gesture and answers its number, once it is on the disk. */
  async append(user: string, study: string, base_version: number | null, gesture: Gesture): Promise<number> {
    // Copied first: what cannot be stored must fail before anything of it is written.
    const record = { ...structuredClone(gesture), user, study };
    const database = await this.#connection();
    const change = database.transaction(['gestures', 'heads'], 'readwrite', { durability: 'strict' });
    const key = keyOf(user, study);
    const heads = change.objectStore('heads');
    if (!(await heads.get(key))) await heads.put({ key, base_version });
    const seq = await change.objectStore('gestures').add(record);
    await change.done;
    return seq;
  }

  /** The gestures kept for a user and a study, oldest first, with the version they build on. */
  async read(user: string, study: string): Promise<{ base_version: number | null; gestures: StoredGesture[] }> {
    const database = await this.#connection();
    const view = database.transaction(['gestures', 'heads']);
    const [head, gestures] = await Promise.all([
      view.objectStore('heads').get(keyOf(user, study)),
      view.objectStore('gestures').index('study').getAll([user, study]),
    ]);
    return { base_version: head?.base_version ?? null, gestures: gestures as StoredGesture[] };
  }

  /** Forgets the gestures the server has acknowledged; what came later, or from another tab, stays and now builds on the new version. */
  async acknowledge(user: string, study: string, acknowledged: readonly number[], version: number | null): Promise<void> {
    const database = await this.#connection();
    const change = database.transaction(['gestures', 'heads'], 'readwrite', { durability: 'strict' });
    const gestures = change.objectStore('gestures');
    await Promise.all(acknowledged.map((seq) => gestures.delete(seq)));
    await change.objectStore('heads').put({ key: keyOf(user, study), base_version: version });
    await change.done;
  }

  async close(): Promise<void> {
    (await this.#database)?.close();
    this.#database = null;
  }

  static remove(name = JOURNAL_DATABASE): Promise<void> {
    return deleteDB(name);
  }
}
