import { type Migration, Migrator } from 'kysely';
import { type Db } from './connect.ts';
import { createRecords } from './migrations/0001-records.ts';
import { createAccounts } from './migrations/0002-accounts.ts';

/** Brings the tables to the newest numbered migration; a database from the future is refused by name. */
export async function migrate(db: Db): Promise<void> {
  const migrations: Record<string, Migration> = { '0001-records': createRecords(db.dialect), '0002-accounts': createAccounts(db.dialect) };
  const migrator = new Migrator({ db: db.query, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const failed = results?.find((r) => r.status === 'Error')?.migrationName;
  throw new Error(failed === undefined ? `The database does not fit this version: ${String(error)}` : `Migration ${failed} failed`, { cause: error });
}
