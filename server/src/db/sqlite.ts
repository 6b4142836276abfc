import { DatabaseSync } from '@photostructure/sqlite';
import { SqliteDriver } from './sqlite-driver.ts';
import { messageOf } from '@echometry/contract/rules/message-of.ts';

/** How long a statement waits for a lock held by a backup, in ms. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens a database file twice: once to write, once to read at the same time. `busy_timeout` comes first: with `journal_mode`
 * first a second opener fails at once. FULL makes every commit reach the disk before it is acknowledged.
 */
export function openSqlite(file: string): SqliteDriver {
  const writer = new DatabaseSync(file);
  writer.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT_MS}`);
  writer.exec('PRAGMA journal_mode=WAL');
  writer.exec('PRAGMA synchronous=FULL');
  writer.exec('PRAGMA foreign_keys=ON');
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT_MS}`);
  return new SqliteDriver(writer, reader);
}

/** Opens a database file that is only read, such as the records of a backup; nothing is written next to it. */
export function openSqliteToRead(file: string): { driver: SqliteDriver; close: () => void } {
  const handle = new DatabaseSync(file, { readOnly: true });
  return { driver: new SqliteDriver(handle, handle), close: () => handle.close() };
}

/** What SQLite finds wrong in a file; null when it is sound. */
export function quickCheck(file: string): string | null {
  const db = new DatabaseSync(file);
  try {
    const row = db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string } | undefined;
    return row?.quick_check === 'ok' ? null : (row?.quick_check ?? 'no result');
  } catch (error) {
    // A file whose first page is gone is not even asked.
    return messageOf(error);
  } finally {
    db.close();
  }
}
