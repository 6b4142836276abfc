import type { Kysely } from 'kysely';

/** Runs all of a change or nothing of it. Migrations of PostgreSQL are in a transaction already, those of SQLite are not. */
export const inTransaction = (db: Kysely<unknown>, change: (db: Kysely<unknown>) => Promise<void>): Promise<void> =>
  db.isTransaction ? change(db) : db.transaction().execute(change);
