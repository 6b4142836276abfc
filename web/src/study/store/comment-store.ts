/** Acts on comments that have not reached the server yet, in IndexedDB: what was written offline or before a crash is kept. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { RoleName } from '@echometry/contract/records/role.ts';
import type { KeptOp } from './comment-ops.ts';
import { plainCopy } from './held-image.ts';

export const COMMENT_DATABASE = 'echometry-comments';
const FORMAT = 1;

export type StoredOp = KeptOp & { seq: number };

/** Where acts on comments wait, as the outbox uses it. */
export interface CommentStore {
  /** Resolves with the number of the act once it is on the disk. */
  append(kept: KeptOp): Promise<number>;
  /** Waiting acts of one person in one role, oldest first. */
  waiting(user: string, role: RoleName): Promise<StoredOp[]>;
  /** False when another tab has sent or dropped it. */
  has(seq: number): Promise<boolean>;
  put(stored: StoredOp): Promise<void>;
  remove(seq: number): Promise<void>;
}

interface Schema extends DBSchema {
  ops: { key: number; value: KeptOp & { seq?: number }; indexes: { user: string } };
}

export class IndexedCommentStore implements CommentStore {
  #database: Promise<IDBPDatabase<Schema>> | null = null;

  async append(kept: KeptOp): Promise<number> {
    const change = (await this.#connection()).transaction('ops', 'readwrite', { durability: 'strict' });
    const seq = await change.store.add(plainCopy(kept));
    await change.done;
    return seq;
  }

  async waiting(user: string, role: RoleName): Promise<StoredOp[]> {
    const all = await (await this.#connection()).getAllFromIndex('ops', 'user', user);
    return (all as StoredOp[]).filter((kept) => kept.role === role);
  }

  async has(seq: number): Promise<boolean> {
    return (await (await this.#connection()).getKey('ops', seq)) !== undefined;
  }

  async put(stored: StoredOp): Promise<void> {
    await (await this.#connection()).put('ops', plainCopy(stored));
  }

  async remove(seq: number): Promise<void> {
    await (await this.#connection()).delete('ops', seq);
  }

  /** How many acts of a person wait, in whatever role. */
  async countOf(user: string): Promise<number> {
    return (await this.#connection()).countFromIndex('ops', 'user', user);
  }

  /** Forgets everything kept for a person; returns whether acts of other people are left. */
  async forget(user: string): Promise<boolean> {
    const change = (await this.#connection()).transaction('ops', 'readwrite', { durability: 'strict' });
    for (const key of await change.store.index('user').getAllKeys(user)) await change.store.delete(key);
    const left = await change.store.count();
    await change.done;
    return left > 0;
  }

  async close(): Promise<void> {
    const opened = this.#database;
    this.#database = null;
    (await opened)?.close();
  }

  /** The connection; opened again after a logout removed the database or the browser ended it. */
  #connection(): Promise<IDBPDatabase<Schema>> {
    const forget = (): void => {
      this.#database = null;
    };
    this.#database ??= openDB<Schema>(COMMENT_DATABASE, FORMAT, {
      upgrade: (database) => {
        database.createObjectStore('ops', { keyPath: 'seq', autoIncrement: true }).createIndex('user', 'user');
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
}
