import { DatabaseSync } from '@photostructure/sqlite';
import { type SqliteDatabase } from 'kysely';

/** How long a statement waits for a lock held by a backup, in ms. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens a database file for kysely. `busy_timeout` comes first: with `journal_mode` first a second opener fails at once.
 * FULL makes every commit reach the disk before it is acknowledged.
 */
export function openSqlite(file: string): SqliteDatabase {
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT_MS}`);
  db.exec('PRAGMA journal_mode=WAL');
  db.exec('PRAGMA synchronous=FULL');
  db.exec('PRAGMA foreign_keys=ON');
  return {
    close: () => db.close(),
    prepare: (text) => {
      const statement = db.prepare(text);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...parameters),
        run: (parameters) => statement.run(...parameters),
        iterate: (parameters) => statement.iterate(...parameters),
      };
    },
  };
}

/** What SQLite finds wrong in a file; null when it is sound. */
export function quickCheck(file: string): string | null {
  const db = new DatabaseSync(file);
  try {
    const row = db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string } | undefined;
    return row?.quick_check === 'ok' ? null : (row?.quick_check ?? 'no answer');
  } catch (error) {
    // A file whose first page is gone is not even asked.
    return error instanceof Error ? error.message : String(error);
  } finally {
    db.close();
  }
}
